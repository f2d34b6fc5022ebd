import * as z from "zod";
import type { Seal } from "../guard/signing.ts";
import type { ContactPoints } from "../store/address-hash.ts";
import type { Suppressions } from "../store/suppressions.ts";
import { botSuspicions } from "./bot-signals.ts";

const token = z.object({ optOutShown: z.number() });

/** The do-not-sell form (spec 2.1). */
export type OptOutForm = {
  /** The hidden field that says when the form was shown. */
  newToken(): string;
  /**
   * Nothing about the person at these addresses is sold or shared any more; idempotent. A request that a program seems to have
   * made counts like any other, and its reason says so: a flood of them can be recognized and taken back.
   */
  submit(form: { reach: ContactPoints; token: string | undefined; trapFilled: boolean }): Promise<void>;
};

export function optOutFormWith(deps: {
  suppressions: Pick<Suppressions, "add">;
  seal: Seal;
  now: () => number;
}): OptOutForm {
  const { suppressions, seal, now } = deps;
  return {
    newToken: () => seal.seal({ optOutShown: now() }),
    async submit({ reach, trapFilled, ...form }) {
      const shown = token.safeParse(seal.open(form.token)).data?.optOutShown;
      const tookMs = shown === undefined ? null : now() - shown;
      const odd = botSuspicions({ tookMs, trapFilled }, "do-not-sell");
      await suppressions.add(reach, "do-not-sell", ["do-not-sell", ...odd].join(", "));
    },
  };
}
