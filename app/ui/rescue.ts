import { presses } from "./one-press.ts";

/** Where browsers report violations of the content security policy, and failures of our scripts on a page. */
export const reportsPath = "/csp-reports";

/** The fate of a page that the scripts could not hydrate as it was. */
type Fate = "redrawn" | "lost";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controls = "input, textarea, select, details, button";

/**
 * Reports to the server what failed and where in our scripts, but nothing about the visitor: not the message, which may
 * quote what was typed.
 */
export function report(fate: Fate, error: unknown): void {
  const { name = "", message = "", stack = "" } = error instanceof Error ? error : {};
  const [, ofReact] = /React error #(\d+)/.exec(message) ?? [];
  const body = {
    fate,
    error: ofReact ? `React${ofReact}` : name,
    at: /\/assets\/([\w.-]+:\d+:\d+)/.exec(stack)?.[1],
  };
  navigator.sendBeacon?.(reportsPath, JSON.stringify([{ type: "page-failure", body }]));
}

/**
 * Transfers typed and chosen values, and the focus, from former elements of the page to their replacements. Values
 * typed since are left alone.
 * @returns the replacement of each control
 */
export function takeOver(before: Element[], now: Element[], focused: Element | null): Map<Element, Element> {
  const alike = counterparts(before, now);
  for (const [old, mine] of alike) {
    if (old instanceof HTMLDetailsElement) (mine as HTMLDetailsElement).open ||= old.open;
    else if (!(old instanceof HTMLButtonElement)) put(mine as Control, old as Control);
  }
  const mine = focused && alike.get(focused);
  if (mine && document.activeElement === document.body) {
    (mine as HTMLElement).focus({ preventScroll: true });
    select(mine, focused);
  }
  return alike;
}

/** Fills a form's controls with what was typed into them before, by their names. */
export function fillIn(form: HTMLFormElement, typed: Readonly<Record<string, string | undefined>>): void {
  for (const control of form.querySelectorAll<Control>("input, textarea, select")) {
    const value = typed[control.name];
    if (value === undefined || control.type === "hidden") continue;
    const isChoice = control.type === "radio" || control.type === "checkbox";
    put(
      control,
      isChoice ? { type: control.type, checked: value === control.value } : { type: control.type, value },
    );
    if (value) control.closest("details")?.setAttribute("open", "");
  }
}

/** Gives a control what was typed or chosen, unless it has been changed since. */
function put(
  control: Control,
  { type, value, checked }: { type: string; value?: string; checked?: boolean },
) {
  if (type === "hidden") return;
  if (checked !== undefined && control instanceof HTMLInputElement && /radio|checkbox/.test(type)) {
    if (control.checked === checked) return;
    control.checked = checked;
  } else {
    if (value === undefined || control.value === value || isChanged(control)) return;
    control.value = value;
  }
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return control.selectedIndex > 0 && !control.selectedOptions[0]!.defaultSelected;
  return control.value !== control.defaultValue;
}

/**
 * The replacement of each control: it has the same kind, name and value in the page, and the same position among those.
 */
function counterparts(before: Element[], now: Element[]): Map<Element, Element> {
  const keyed = (roots: Element[]) => {
    const found = new Map<string, Element>();
    for (const each of roots.flatMap((root) => [...root.querySelectorAll(controls)])) {
      const { localName } = each;
      const key = [
        localName,
        each.getAttribute("name"),
        localName === "textarea" || each.getAttribute("value"),
      ].join(" ");
      let place = 0;
      while (found.has(key + place)) place += 1;
      found.set(key + place, each);
    }
    return found;
  };
  const mine = keyed(now);
  return new Map([...keyed(before)].flatMap(([key, old]) => (mine.has(key) ? [[old, mine.get(key)!]] : [])));
}

function select(mine: Element, old: Element) {
  if (!(mine instanceof HTMLInputElement || mine instanceof HTMLTextAreaElement)) return;
  const { selectionStart, selectionEnd } = old as HTMLInputElement;
  // Fields of an address or a number have no place for the cursor.
  if (selectionStart !== null) mine.setSelectionRange(selectionStart, selectionEnd);
}

/** Presses a button that was replaced between press and release. @param pressed how the current press began */
export function carryOn(alike: Map<Element, Element>, pressed: typeof presses.key): void {
  const mine = alike.get((pressed?.target as Element | undefined)?.closest("button") as Element);
  if (!mine) return;
  const isKey = pressed === presses.key;
  const finish = ({ clientX, clientY }: Partial<PointerEvent>) => {
    const over = isKey ? mine : document.elementFromPoint(clientX!, clientY!);
    // The browser's own click comes with the release, where it comes.
    setTimeout(() => mine.isConnected && mine.contains(over) && (mine as HTMLElement).click());
  };
  const { release } = presses;
  if (!isKey && release && release.timeStamp >= pressed!.timeStamp) finish(release);
  else
    addEventListener(isKey ? "keyup" : "pointerup", finish as (event: Event) => void, {
      once: true,
      capture: true,
    });
}
