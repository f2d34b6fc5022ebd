import { createHash } from "node:crypto";
import type { Person } from "./people.ts";

/** A request of a rehearsed person, answered without a network. */
export type Ask = (request: Request) => Promise<Response>;

/** What a release did with one person, without anything that is new at each run. */
export type Walked = {
  /** The questions on screen, in their order; then where the visit ended. */
  way: string[];
  /** Fields that were refused, as `question field`. */
  refused: string[];
  /** Answers that a release must not give, as `status at place`. */
  errors: string[];
  /** What was read at each place: language, and a digest of the words. */
  words: Record<string, string>;
  seconds: number;
};

/** What the walker is given of the release that a person walks. */
export type Stage = {
  origin: string;
  ask: Ask;
  /** Lets simulated time pass. */
  pass(ms: number): void;
  /** Breaks the services that checks ask, and mends them. */
  breakServices(isBroken: boolean): void;
};

type Fields = Record<string, string>;
type Page = { status: number; url: string; html: string; step: string };

/** More screens than any survey has: a person who sees as many goes round in circles. */
const most = 60;

/** Walks one person through a release's survey by what it shows, as a browser with or without scripts would. */
export async function walk(person: Person, stage: Stage): Promise<Walked> {
  const walker = new Walker(person, stage);
  await walker.walk();
  return walker.walked;
}

class Walker {
  readonly walked: Walked = { way: [], refused: [], errors: [], words: {}, seconds: 0 };
  readonly #person: Person;
  readonly #stage: Stage;
  readonly #cookies = new Map<string, string>();
  /** How often each question was answered; a further answer is the next of the person's. */
  readonly #given = new Map<string, number>();
  #page: Page = { status: 0, url: "", html: "", step: "" };
  #isOddityDone = false;
  #screens = 0;

  constructor(person: Person, stage: Stage) {
    this.#person = person;
    this.#stage = stage;
  }

  async walk(): Promise<void> {
    const { address, leavesAt, scripts } = this.#person;
    await this.#open(address);
    if (scripts > 0) await this.#walkWithScripts(scripts);
    while (this.#page.step !== "") {
      const { step } = this.#page;
      this.walked.way.push(step);
      this.#screens += 1;
      if (step === leavesAt || this.#screens > most) break;
      if (!(await this.#answerByForm(step))) break;
    }
    this.walked.way.push(placeOf(this.#page));
  }

  /** @returns false once the person gives up */
  async #answerByForm(step: string): Promise<boolean> {
    await this.#beOdd(step, "before");
    const before = this.#page;
    for (let tries = 0; tries < 3; tries++) {
      await this.#post(this.#answerTo(step));
      // A page that could not be made is left open, and its button pressed once more.
      if (this.#page.status >= 500) this.#page = before;
      else if (!isRefused(this.#page, step)) break;
      else this.#note(step);
      if (tries === 2) return false;
    }
    await this.#beOdd(step, "after", before);
    return true;
  }

  /** @param before the page that the answer was given on */
  async #beOdd(step: string, moment: "before" | "after", before?: Page): Promise<void> {
    const { oddity } = this.#person;
    if (this.#isOddityDone || oddity?.at !== step || odd[oddity.kind] !== moment) return;
    this.#isOddityDone = true;
    const { step: here } = this.#page;
    switch (oddity.kind) {
      case "is refused three times":
        for (let times = 0; times < 3; times++) {
          await this.#post({ ...blank(this.#page.html), option: "" });
          this.#note(step);
        }
        return;
      case "finds a service down":
        return this.#stage.breakServices(true);
      case "goes back":
        if (here === "") return;
        await this.#post({ intent: "back" });
        return void this.walked.way.push(`back at ${this.#page.step || placeOf(this.#page)}`);
      case "changes an answer":
        if (here === "") return;
        await this.#post({ intent: "back" });
        if (this.#page.step === step) await this.#post(this.#answerTo(step));
        return void this.walked.way.push(`changed ${step}`);
      case "answers in two tabs":
      case "presses twice":
        // The second tab has the page as it was, and the first one's cookies.
        this.#page = before!;
        await this.#post(this.#answerTo(step, oddity.kind === "presses twice" ? -1 : 0));
        return void this.walked.way.push(`again at ${this.#page.step || placeOf(this.#page)}`);
    }
  }

  /** @param more how many answers further than usual */
  #answerTo(step: string, more = 0): Fields {
    const answers = this.#person.answers[step];
    // A question of the release that nobody has seen before: what its form offers first.
    if (!answers) return offered(this.#page.html);
    const count = Math.max(0, (this.#given.get(step) ?? 0) + more);
    if (more === 0) this.#given.set(step, count + 1);
    return answers[count % answers.length]!;
  }

  /** Answers as the page's script sends them, until it is lost, left, or the lead is posted. */
  async #walkWithScripts(answers: number): Promise<void> {
    const { path, leavesAt } = this.#person;
    let visit = hidden(this.#page.html).visit;
    const shown = JSON.stringify([[...this.#page.html.matchAll(/"seal":"([^"]+)"/g)].at(-1)?.[1] ?? ""]);
    const query = Object.fromEntries(new URL(this.#person.address, this.#stage.origin).searchParams);
    const timeZone = "America/Los_Angeles";
    let { step } = this.#page;
    const reload = () => this.#open(path);
    for (let count = 0; count < answers && step in this.#person.answers; count++) {
      this.walked.way.push(step);
      this.#screens += 1;
      if (step === leavesAt || this.#screens > most) return this.#leave();
      this.#stage.pass(this.#thinks(step));
      const answer = { step, fields: this.#answerTo(step) };
      const sent = await this.#json("/api/progress", { path, visit, timeZone, query, entries: [{ answer }] });
      if (sent.status === 422)
        this.walked.refused.push(...Object.keys(sent.body.errors ?? {}).map((field) => `${step} ${field}`));
      if (sent.status !== 200) return await reload();
      visit = sent.body.visit?.token ?? visit;
      if (sent.body.location) return await this.#open(sent.body.location);
      // The last question stays on screen until the lead is posted; so does one whose answer a check refused.
      if (!sent.body.step || sent.body.step === step) break;
      step = sent.body.step;
    }
    if (!this.#given.has(step) && step in this.#person.answers) return await reload();
    const posted = await this.#json("/post-lead", { path, visit, timeZone, query, shown });
    if (posted.body.location) await this.#open(posted.body.location);
    else await reload();
  }

  #leave(): void {
    this.#page = { ...this.#page, step: "" };
  }

  async #json(address: string, body: object) {
    const response = await this.#send(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 500) this.walked.errors.push(`${response.status} of ${address}`);
    return { status: response.status, body: jsonIn(text) };
  }

  async #open(address: string): Promise<void> {
    await this.#show(await this.#send(address, {}), address);
  }

  async #post(answer: Fields): Promise<void> {
    const { html, url, step } = this.#page;
    this.#stage.pass(this.#thinks(step));
    const form = new URLSearchParams({ ...hidden(html), ...answer });
    const action = decoded(/<form[^>]*\saction="([^"]*)"/.exec(html)?.[1] ?? "") || url;
    await this.#show(await this.#send(action, { method: "POST", body: form }), action);
  }

  async #send(address: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const { origin, ask } = this.#stage;
    const headers = new Headers(init.headers);
    if (cookie) headers.set("Cookie", cookie);
    if (init.method === "POST") headers.set("Origin", origin);
    headers.set("X-Forwarded-For", this.#person.ip);
    headers.set("User-Agent", "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36");
    const response = await ask(
      new Request(new URL(address, origin), { ...init, headers, redirect: "manual" }),
    );
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  async #show(response: Response, address: string): Promise<void> {
    const location = response.headers.get("Location");
    if (response.status >= 300 && response.status < 400 && location) {
      await response.body?.cancel();
      this.#screens += 1;
      if (this.#screens > most) return this.#leave();
      // Others' pages are left to them.
      if (new URL(location, this.#stage.origin).origin !== this.#stage.origin) return this.#leave();
      return await this.#open(location);
    }
    const html = await response.text();
    const { pathname, search } = new URL(address, this.#stage.origin);
    const step = /data-step="([^"]*)"/.exec(html)?.[1] ?? "";
    this.#page = { status: response.status, url: pathname + search, html, step };
    if (response.status >= 500 || response.status === 404)
      this.walked.errors.push(`${response.status} at ${step || pathname}`);
    this.walked.words[placeOf(this.#page)] ??= wordsOf(html);
  }

  #note(step: string): void {
    const fields = [...this.#page.html.matchAll(/<(?:input|select|textarea)[^>]*\sname="([^"]+)"[^>]*/g)];
    const wrong = fields.filter(([tag]) => /aria-invalid="true"/.test(tag)).map(([, name]) => name!);
    const names = [...new Set(wrong)];
    this.walked.refused.push(...(names.length > 0 ? names : ["option"]).map((name) => `${step} ${name}`));
  }

  /** The same at each question for the same person, however they came there. */
  #thinks(step: string): number {
    const ms =
      3_000 +
      (createHash("sha256").update(`${this.#person.number} ${step}`).digest().readUInt16BE() % 20_000);
    this.walked.seconds += Math.round(ms / 1000);
    return ms;
  }
}

/** When somebody does something odd: before or after the answer to a question. */
const odd = {
  "is refused three times": "before",
  "finds a service down": "before",
  "goes back": "after",
  "changes an answer": "after",
  "answers in two tabs": "after",
  "presses twice": "after",
} as const;
export type Oddity = keyof typeof odd;
export const oddities = Object.keys(odd) as Oddity[];

function isRefused(page: Page, step: string): boolean {
  return page.step === step && (page.status === 422 || /aria-invalid="true"/.test(page.html));
}

function placeOf({ step, url }: Page): string {
  return step || new URL(url, "http://localhost").pathname;
}

/** The form's hidden inputs, to be posted as they are. */
function hidden(html: string): Fields {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, decoded(value!)]));
}

/** The visible fields of the form, each empty. */
function blank(html: string): Fields {
  const fields = [...html.matchAll(/<(?:input|select|textarea)(?! type="hidden")[^>]*\sname="([^"]+)"/g)];
  return Object.fromEntries(fields.map(([, name]) => [name!, ""]));
}

/** The first option of a form, or plain words in each of its fields. */
function offered(html: string): Fields {
  const [, first] = /name="option"[^>]*\svalue="([^"]*)"/.exec(html) ?? [];
  if (first !== undefined) return { option: decoded(first) };
  return Object.fromEntries(Object.keys(blank(html)).map((name) => [name, "Rehearsal"]));
}

/** The language, and a digest of what is read: without what has digits, which is the person's or the day's. */
function wordsOf(html: string): string {
  const [, language = ""] = /<html[^>]*\slang="([^"]*)"/.exec(html) ?? [];
  const [, main = html] = /<main[^>]*>(.*?)<\/main>/s.exec(html) ?? [];
  const text = main.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "").replace(/<[^>]+>/g, " ");
  const words = decoded(text)
    .replace(/\S*\d\S*/g, "#")
    .replace(/\s+/g, " ");
  return `${language} ${createHash("sha256").update(words).digest("hex").slice(0, 12)}`;
}

function decoded(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

type Reply = { step?: string; location?: string; visit?: { token: string }; errors?: Record<string, string> };

function jsonIn(text: string): Reply {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
