/** A function that runs in the page, given what can be written as JSON, or a script. Playwright's `Page` has this too. */
export type Evaluating = {
  evaluate<Result, Argument>(
    work: string | ((argument: Argument) => Result | Promise<Result>),
    argument?: Argument,
  ): Promise<Result>;
};

/** The visitor's way of pressing. */
export type Hand = "mouse" | "touch" | "keys";

/** A page of a visitor with a browser of their own: no cookies, nothing cached. */
export type Tab = Evaluating & {
  goto(url: string): Promise<void>;
  resize(window: Window): Promise<void>;
  /** Presses the middle of an element that can be seen and that nothing covers. */
  press(selector: string): Promise<void>;
  /** A double click there. */
  pressTwice(selector: string): Promise<void>;
  /**
   * Presses at a place of the window, as quickly as the driver can; with keys, Enter, wherever the focus is.
   * @param count which click of a series it is, for drivers that leave the counting to their caller
   */
  pressAt(hand: Hand, place: [x: number, y: number], count: number): Promise<void>;
  /** Replaces what a field holds, key by key. */
  type(selector: string, text: string): Promise<void>;
  choose(selector: string, value: string): Promise<void>;
  /** True where assistive technology is given this role and name for the element. */
  isHeardAs(selector: string, role: string, name: string): Promise<boolean>;
  /** Writes a PNG of the window's contents. */
  screenshot(path: string): Promise<void>;
  /** Errors of scripts, errors in the console and violations of the content security policy so far. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
};

/** How a page is opened, CSS pixels. */
export type Window = { width: number; height: number };

/** A browser. Its visitors ask for less motion. */
export type Engine = {
  open(window: Window): Promise<Tab>;
  close(): Promise<void>;
};

/** Starts an engine. @param scripts false for visitors without JavaScript */
export type StartEngine = (options: { scripts: boolean }) => Promise<Engine>;
