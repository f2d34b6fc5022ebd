import { readArrival } from "../../machines/lead/tracking.ts";
import { answersC } from "./answers-c.ts";
import { type Answer, hiddenFields } from "./form-visitor.ts";
import { cookieOf, type Sending, type Sent, send } from "./send.ts";

export type Entry =
  | { answer: { step: string; fields: Answer; at?: number } }
  | { back: string }
  | { refused: { step: string; fields: string[]; at: number } };

/** The answers to every question of variant C as the island queues them; `changed` replaces some. */
export function entriesC(changed: Record<string, Answer> = {}): Entry[] {
  return Object.entries({ ...answersC, ...changed }).map(([step, fields]) => ({ answer: { step, fields } }));
}

/** What the island does, without a browser: opens the page, sends answers as JSON, posts the lead. */
export class JsonVisitor {
  token = "";
  cookie = "";
  query: Record<string, string> = {};
  /** What the hidden field of the last consent on the way says. */
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
