import type { CodeChecked, CodeSent } from "../../machines/site/phone-code.ts";
import type { ProgressQueue } from "../survey/browser/progress-queue.ts";
import type { PhoneCodeService } from "./use-phone-code.ts";

/** Longer than the server ever takes, and a slow phone for a proof of work. */
const patienceMs = 60_000;

/** The site's own routes for codes. A visit is verified where the server knows it to stand, hence the queue goes first. */
export function phoneCodeService(queue: Pick<ProgressQueue, "flush" | "post">): PhoneCodeService {
  return {
    async send({ phone }) {
      await queue.flush();
      const { sent, at, now } = await ask<CodeSent & { now: number }>("send", { phone });
      // The visitor's clock may be wrong, but it goes at the same pace.
      return { sent, at: Date.now() - (now - at) };
    },
    check: (asked) => ask<CodeChecked>("check", asked),
  };

  async function ask<Answer>(what: "send" | "check", body: object): Promise<Answer> {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await queue.post(`/api/phone-code/${what}`, body, { signal });
    if (!response.ok) throw new Error(`the code's ${what} was answered with ${response.status}`);
    return response.json() as Promise<Answer>;
  }
}
