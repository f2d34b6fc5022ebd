import { setTimeout } from "node:timers/promises";
import { answersC } from "../../../test/support/answers.ts";
import { entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../../../test/support/visitors.ts";
import { thanks, waitFor } from "../../../test/support/wait-for.ts";

/** What visitors met during one fault. */
export type Seen = {
  /** Longest time in which no answer was taken, and in which one visitor waited for one, in milliseconds. */
  nothingTakenMs: number;
  longestWaitMs: number;
  /** Answers by status, those that were taken aside; 0 where the connection ended. */
  refused: Map<number, number>;
  /** Forms that came back without what was typed. */
  typedAgain: number;
  /** The steps of answers that were taken, by the id of their visit. */
  answered: Map<string, string[]>;
  /** E-mail addresses of leads whose visitor was thanked. */
  acknowledged: string[];
  /** Visits that ended elsewhere than at the thanks. */
  unthanked: string[];
};

const thinkMs = 150;
/** So many in one send again what was taken, and two leads at once. */
const repeated = 0.15;
/** After so long a visitor presses again, and a page sends again. */
const againMs = 1_000;
/** After so long one gives up: longer than any fault lasts, in milliseconds. */
const patienceMs = 300_000;

/** What was acknowledged is not there any more, or nothing is taken for far too long. */
class GaveUp extends Error {}

/** Visitors one after the other, until they are sent home. Each press counts for the fault at whose time it ends. */
export class Visitors {
  seen!: Seen;
  private lastTaken = performance.now();
  private isOver = false;
  private count = 0;
  /** Presses that have no answer yet that was taken. */
  private readonly waiting = new Set<object>();
  private readonly busy: Promise<unknown>;
  private readonly origin: string;

  private readonly longestWaitMs: number;

  /** @param atOnce how many; every other one has no JavaScript @param longestWaitMs after so long a visitor gives up */
  constructor(origin: string, atOnce: number, longestWaitMs = patienceMs) {
    this.origin = origin;
    this.longestWaitMs = longestWaitMs;
    this.begin();
    this.busy = Promise.all(
      Array.from({ length: atOnce }, (_, index) => this.visitAfterVisit(index % 2 === 0)),
    );
  }

  /** Counts from nothing. @returns what was counted before */
  begin(): Seen {
    this.note();
    const before = this.seen;
    this.lastTaken = performance.now();
    this.seen = {
      nothingTakenMs: 0,
      longestWaitMs: 0,
      refused: new Map(),
      typedAgain: 0,
      answered: new Map(),
      acknowledged: [],
      unthanked: [],
    };
    return before;
  }

  /** Waits until everyone who waits for an answer now has one that was taken. @throws an Error after a minute */
  async taken(): Promise<void> {
    const now = [...this.waiting];
    await waitFor("answers", () => !now.some((press) => this.waiting.has(press)), 60_000);
  }

  /** Lets those under way finish. */
  async goHome(): Promise<void> {
    this.isOver = true;
    await this.busy;
  }

  private note(): void {
    const now = performance.now();
    if (this.seen) this.seen.nothingTakenMs = Math.max(this.seen.nothingTakenMs, now - this.lastTaken);
    this.lastTaken = now;
  }

  /** Asks until the answer is taken. */
  private async press<Answered extends { status: number }>(
    ask: () => Promise<Answered>,
    refused: (answer: Answered) => void = () => {},
  ): Promise<Answered> {
    const began = performance.now();
    const press = {};
    this.waiting.add(press);
    for (;;) {
      const answer = await ask().catch(() => undefined);
      const status = answer?.status ?? 0;
      if (answer && status >= 200 && status < 400) {
        this.waiting.delete(press);
        this.note();
        this.seen.longestWaitMs = Math.max(this.seen.longestWaitMs, performance.now() - began);
        return answer;
      }
      this.seen.refused.set(status, (this.seen.refused.get(status) ?? 0) + 1);
      // What the visit's log lacks does not come back by asking again.
      if (status === 409 || performance.now() - began > this.longestWaitMs) {
        this.waiting.delete(press);
        throw new GaveUp();
      }
      if (answer) refused(answer);
      await setTimeout(againMs);
    }
  }

  /** @param token of the visit; a page after the last question has none, and its lead speaks for the answer */
  private noteAnswer(token: string | undefined, step: string): void {
    if (!token) return;
    const { id } = JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()) as { id: string };
    this.seen.answered.set(id, [...(this.seen.answered.get(id) ?? []), step]);
  }

  private async visitAfterVisit(hasScript: boolean): Promise<void> {
    for (; !this.isOver; await setTimeout(thinkMs)) {
      this.count += 1;
      const email = `visitor-${this.count}@example.com`;
      const isThanked = await (hasScript ? this.byScript(email) : this.byForms(email)).catch((error) => {
        // What a visitor meets that nobody thought of is no reason to end without a table.
        if (!(error instanceof GaveUp)) console.error(`${email}: ${error.stack}`);
        return false;
      });
      (isThanked ? this.seen.acknowledged : this.seen.unthanked).push(email);
    }
  }

  private async byScript(email: string): Promise<boolean> {
    const visitor = new JsonVisitor(this.origin);
    await this.press(async () => ({ status: (await visitor.open()).cookie ? 200 : 503 }));
    for (const entry of entriesC({ NameAndEmail: { ...answersC.NameAndEmail, email } })) {
      await setTimeout(thinkMs);
      const { token } = visitor;
      // A page says when an answer was given, by which the site knows one that is sent again.
      const given = "answer" in entry ? { answer: { ...entry.answer, at: Date.now() } } : entry;
      const send = () => this.press(() => visitor.progress([given]));
      await send();
      if ("answer" in given) this.noteAnswer(visitor.token, given.answer.step);
      // Sends what the page knew before its answer was taken, as a page does when the response to that was lost.
      if (Math.random() < repeated) {
        visitor.token = token;
        await send();
      }
    }
    // Two processes do it at the same time, and once more after it was acknowledged.
    const post = () => this.press(() => visitor.postLead());
    const posted = await Promise.all(Math.random() < repeated ? [post(), post()] : [post()]);
    if (Math.random() < repeated) posted.push(await post());
    return posted.every(thanks) && new Set(posted.map(({ text }) => text)).size === 1;
  }

  private async byForms(email: string): Promise<boolean> {
    const visitor = new FormVisitor(this.origin);
    await this.press(() => visitor.open("/survey/c"));
    const answers: typeof answersC = { ...answersC, NameAndEmail: { ...answersC.NameAndEmail, email } };
    while (visitor.screen.step) {
      await setTimeout(thinkMs);
      const { screen } = visitor;
      const typed = answers[screen.step]!;
      let ask = () => visitor.post(typed);
      await this.press(
        () => ask(),
        ({ html, url }) => {
          const held = hiddenFields(html);
          const isHeld = Object.entries(typed).every(([name, value]) => held[name] === value);
          // The page that refuses a form holds it: its button sends all of it. One after an answer that was taken is asked for again.
          ask = isHeld ? () => visitor.post({}) : () => visitor.open(url);
        },
      );
      if (visitor.screen.step === screen.step) this.seen.typedAgain += 1;
      else this.noteAnswer(hiddenFields(visitor.screen.html).visit, screen.step);
    }
    return visitor.screen.url.startsWith("/survey-thank-you/");
  }
}
