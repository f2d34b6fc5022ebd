import type { CodeChecked, CodeSent } from "../../machines/site/phone-code.ts";
import type { ProgressQueue } from "../survey/browser/progress-queue.ts";
import type { PhoneCodeService } from "./use-phone-code.ts";

/** Longer than the server ever takes, and a slow phone for a proof of work. */
const patienceMs = 60_000;

/** The site's own routes for codes. A visit is verified where the server knows it to stand, hence the queue goes first. */
export function phoneCodeService(queue: Pick<ProgressQueue, "flush" | "post">): PhoneCodeService {
  return {
    async send({ phone }, closed) {
      await queue.flush();
      const { sent, at, now } = await ask<CodeSent & { now: number }>("send", { phone }, closed);
      // The visitor's clock may be wrong, but it goes at the same pace.
      return { sent, at: Date.now() - (now - at) };
    },
    check: (asked, closed) => ask<CodeChecked>("check", asked, closed),
  };

  async function ask<Answer>(what: "send" | "check", body: object, closed: AbortSignal): Promise<Answer> {
    const late = AbortSignal.timeout(patienceMs);
    // Browsers from before 2024 cannot combine the two, and send a code to a visitor who has gone on without it.
    const signal = AbortSignal.any?.([closed, late]) ?? late;
    const response = await queue.post(`/api/phone-code/${what}`, body, { signal });
    if (!response.ok) throw new Error(`the code's ${what} was answered with ${response.status}`);
    return response.json() as Promise<Answer>;
  }
}
