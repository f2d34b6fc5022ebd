import { readArrival } from "../../machines/context/tracking.ts";
import { findEntry } from "../../machines/registry.ts";
import { answersC, plainAnswers } from "./answers.ts";
import { cookieOf, type Sending, type Sent, send } from "./send.ts";
import { insisting, thanks } from "./wait-for.ts";

/** A visitor without JavaScript: fetches pages, posts their forms, keeps cookies. Knows the screen contract only. */
export type Screen = {
  status: number;
  url: string;
  html: string;
  /** `data-step`, empty where the page is no survey. */
  step: string;
  progress: string;
};

export type Answer = Record<string, string>;

export class FormVisitor {
  readonly cookies = new Map<string, string>();
  screen!: Screen;
  private readonly origin: string;
  private readonly fetch: (request: Request) => Promise<Response>;

  /** @param fetch how requests reach the site, where that is not the network */
  constructor(origin: string, fetch: (request: Request) => Promise<Response> = globalThis.fetch) {
    this.origin = origin;
    this.fetch = fetch;
  }

  /** The Cookie header of its next request. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  async open(path: string): Promise<Screen> {
    return this.request(path);
  }

  /** Posts the form on screen with an answer; follows the redirect as a browser would. */
  async post(answer: Answer): Promise<Screen> {
    const { html, url } = this.screen;
    const action = decode(html.match(/<form[^>]*\saction="([^"]*)"/)?.[1] ?? "");
    return this.request(action || url, { ...hiddenFields(html), ...answer });
  }

  async request(path: string, form?: Answer): Promise<Screen> {
    const { cookie } = this;
    const url = new URL(path, this.origin);
    const response = await this.fetch(
      new Request(url, {
        method: form ? "POST" : "GET",
        headers: { ...(cookie && { cookie }), ...(form && { origin: this.origin }) },
        body: form && new URLSearchParams(form),
        redirect: "manual",
      }),
    );
    for (const header of response.headers.getSetCookie()) {
      const [, name, value] = header.match(/^([^=]+)=([^;]*)/)!;
      this.cookies.set(name!, value!);
    }
    const location = response.headers.get("location");
    if (response.status === 303 && location) return this.request(location);
    const html = await response.text();
    this.screen = {
      status: response.status,
      url: url.pathname + url.search,
      html,
      step: html.match(/data-step="([^"]*)"/)?.[1] ?? "",
      progress: html.match(/data-progress="([^"]*)"/)?.[1] ?? "",
    };
    return this.screen;
  }
}

/** Sends requests as a proxy does that a visitor of this address is behind. @param ip asked for each */
export function fromAddress(ip: () => string): (request: Request) => Promise<Response> {
  return (request) => {
    request.headers.set("X-Forwarded-For", ip());
    return fetch(request);
  };
}

/** The form's hidden inputs, to be posted back untouched. */
export function hiddenFields(html: string): Answer {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, decode(value!)]));
}

/** The fields of a second look on a page of the console: what its button posts. */
export function lookIn(html: string): Answer {
  const { "console-page": _, ...fields } = hiddenFields(html.match(/id="look-again".*?<\/form>/s)?.[0] ?? "");
  return fields;
}

/** The post of a person who confirms an irreversible action. */
export function secondLook(html: string): Answer | undefined {
  const [, look] = /aria-labelledby="look-again"(.*?)<\/section>/s.exec(html) ?? [];
  const [, word] = /Type the word (\w+) /.exec(look?.replaceAll(/<!-- -->/g, "") ?? "") ?? [];
  return look === undefined ? undefined : { ...hiddenFields(look), ...(word && { confirmation: word }) };
}

function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

export type Entry =
  | { answer: { step: string; fields: Answer; at?: number } }
  | { back: string }
  | { refused: { step: string; fields: string[]; at: number } };

/** The answers to every question of variant C as the island queues them; `changed` replaces some. */
export function entriesC(changed: Record<string, Answer> = {}): Entry[] {
  return Object.entries({ ...answersC, ...changed }).map(([step, fields]) => ({ answer: { step, fields } }));
}

/** The island's requests, without a browser: opens the page, sends answers as JSON, posts the lead. */
export class JsonVisitor {
  token = "";
  cookie = "";
  query: Record<string, string> = {};
  /** The hidden field of the last consent on the way. */
  shown = "";
  readonly path: string;
  private readonly origin: string;
  private readonly common: Pick<Sending, "agent" | "headers">;

  /** @param common what goes with every request */
  constructor(origin: string, path = "/survey/c", common: Pick<Sending, "agent" | "headers"> = {}) {
    this.origin = origin;
    this.path = path;
    this.common = common;
  }

  async open(query = ""): Promise<this> {
    const page = await send(this.origin, this.path + query, {
      ...this.common,
      headers: { ...this.common.headers, ...(this.cookie && { Cookie: this.cookie }) },
    });
    this.token = hiddenFields(page.text).visit ?? "";
    this.query = readArrival(this.path, new URLSearchParams(query), "").query;
    this.cookie = cookieOf(page) || this.cookie;
    this.shown = JSON.stringify([sealOf(page.text)]);
    return this;
  }

  async progress(entries: Entry[], more: object = {}): Promise<Sent> {
    const sent = await this.post("/api/progress", { ...this.facts(), entries, ...more });
    const { visit } = sent.status === 200 ? JSON.parse(sent.text) : {};
    if (visit) this.token = visit.token;
    return sent;
  }

  postLead(more: object = {}): Promise<Sent> {
    return this.post("/post-lead", { ...this.facts(), shown: this.shown, ...more });
  }

  /** Every answer and the lead. @returns the answer to the lead's post */
  async finish(entries: Entry[] = entriesC()): Promise<Sent> {
    await this.progress(entries);
    return this.postLead();
  }

  post(address: string, json: unknown): Promise<Sent> {
    return send(this.origin, address, {
      ...this.common,
      json,
      headers: {
        ...this.common.headers,
        Origin: this.origin,
        "Sec-Fetch-Site": "same-origin",
        Cookie: this.cookie,
      },
    });
  }

  private facts() {
    return {
      path: this.path,
      visit: this.token || undefined,
      timeZone: "America/Los_Angeles",
      query: this.query,
    };
  }
}

/** The seal of the last consent that a survey's page may come to show. */
export function sealOf(html: string): string {
  const seals = [...html.matchAll(/"seal":"([^"]+)"/g)].map(([, seal]) => seal!);
  return seals.at(-1) ?? "";
}

/** Walks a survey to its end by plain forms, with plain answers except these. @param visitor who walks */
export async function walkForms(
  origin: string,
  address: string,
  answers: Record<string, Answer> = {},
  visitor = new FormVisitor(origin),
): Promise<FormVisitor> {
  const plain = plainAnswers(findEntry(new URL(address, origin).pathname)!.variant.code);
  let screen = await visitor.open(address);
  while (screen.step !== "") {
    screen = await visitor.post(answers[screen.step] ?? plain(screen.step));
    if (screen.status !== 200) throw new Error(`${screen.step} refused its answer`);
  }
  return visitor;
}

/** Answers plainly until a step is on screen, or the survey is over. */
export async function answerUpTo(visitor: FormVisitor, code: string, until = "", given = {}): Promise<void> {
  const answers = plainAnswers(code, given);
  while (visitor.screen.step && visitor.screen.step !== until) {
    const { step } = visitor.screen;
    await visitor.post(answers(step));
    if (visitor.screen.step === step) throw new Error(`${step} refused ${JSON.stringify(answers(step))}`);
  }
}

/** The results of visitors' surveys; `retries` are failed requests, each of which a visitor would see. */
export type Load = { acknowledged: Set<string>; retries: number; unthanked: number; over: boolean };

export const noLoad = (): Load => ({ acknowledged: new Set(), retries: 0, unthanked: 0, over: false });

/** An answer to every question of variant C by the person of this name, who can be found by the e-mail address. */
const emailOf = (name: string) => `${name}@example.com`;
export const answersOf = (name: string) => ({
  NameAndEmail: { ...answersC.NameAndEmail, email: emailOf(name) },
});

/**
 * One survey after the other until the load is over; every other one is sent by a form in the end.
 * @param who distinguishes its visitors' names from those of others
 */
export async function visitAfterVisit(url: string, who: number | string, load: Load): Promise<void> {
  // Failed requests are repeated only so that the test finishes and reports how many there were.
  const patiently = <Answer extends { status: number }>(ask: () => Promise<Answer>) =>
    insisting(ask, () => {
      load.retries += 1;
    });
  for (let count = 0; !load.over; count++) {
    const name = `visitor-${who}-${count}`;
    const visitor = new JsonVisitor(url);
    await patiently(() => visitor.open().then(({ cookie }) => ({ status: cookie ? 200 : 503 })));
    const entries = entriesC(answersOf(name));
    await patiently(() => visitor.progress(entries.slice(0, 5)));
    await patiently(() => visitor.progress(entries.slice(5, -1)));
    const { token: visit, shown } = visitor;
    const form = { visit, step: "PhoneAndZip", shown, ...answersC.PhoneAndZip };
    const byForm = () => send(url, "/survey/c", { form, headers: { Cookie: visitor.cookie } });
    const byJson = async () => {
      const kept = await visitor.progress(entries.slice(-1));
      return kept.status < 500 ? visitor.postLead() : kept;
    };
    if (thanks(await patiently(count % 2 ? byForm : byJson))) load.acknowledged.add(emailOf(name));
    else load.unthanked += 1;
  }
}
