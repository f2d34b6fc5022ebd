import { randomBytes } from "node:crypto";
import * as z from "zod";
import { hourMs } from "../guard/budget.ts";
import { isPrivate, networksOf } from "../guard/network-of.ts";
import type { Seal } from "../guard/signing.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { ContactPoints } from "../store/engine/address-hash.ts";
import type { Budgets, Share } from "../store/guards/budgets.ts";
import type { SpentProofs } from "../store/guards/floods.ts";
import type { Suppressions } from "../store/guards/suppressions.ts";
import { botSuspicions } from "./bot-signals.ts";

const token = z.object({ optOutShown: z.number(), id: z.string().optional() });

/** An address gets so many an hour that cost nothing, and networks around it some more: whole exchanges have been listed. */
const perHour = 5;
const wider = 3;
/** So long a form may lie open before it is sent. */
const tokenMs = 24 * hourMs;
/** Within so long a form that is sent again is a second press, also by a page that has waited for a lost store. */
const pressMs = 5 * 60_000;

type Submitted = {
  reach: ContactPoints;
  token: string | undefined;
  trapFilled: boolean;
  ip: string;
  /** Whether a proof of work came with it; it is spent by asking. */
  isProven: () => Promise<boolean>;
};

/** The do-not-sell form (spec 2.1). */
export type OptOutForm = {
  /** The hidden field that says when the form was shown, and makes it good for one opt-out. */
  newToken(): string;
  /**
   * Nothing about the person at these addresses is sold or shared any more; idempotent. A request that a program seems to have
   * made counts like any other, and its reason says so.
   * @returns `unproven`, with nothing listed, where the form was used before or its network has had its share of the hour,
   * and no proof of work came with it
   */
  submit(form: Submitted): Promise<"listed" | "unproven">;
};

export function optOutFormWith(deps: {
  suppressions: Pick<Suppressions, "add" | "find">;
  budgets: Pick<Budgets, "take">;
  spent: Pick<SpentProofs, "isSpent">;
  seal: Seal;
  metrics: Pick<Metrics, "optOuts">;
  now: () => number;
}): OptOutForm {
  const { suppressions, budgets, spent, seal, metrics, now } = deps;

  /** The same form twice, as by a double press: the first has done it. */
  const isJustListed = async (reach: ContactPoints): Promise<boolean> => {
    const entries = await suppressions.find(reach);
    const wanted = [reach.email, reach.phone].filter(Boolean).length;
    return entries.length === wanted && entries.every(({ createdAt }) => createdAt > now() - pressMs);
  };

  return {
    newToken: () => seal.seal({ optOutShown: now(), id: randomBytes(16).toString("base64url") }),
    async submit({ reach, trapFilled, ip, isProven, ...form }) {
      const at = now();
      const { optOutShown, id } = token.safeParse(seal.open(form.token)).data ?? {};
      const tookMs = optOutShown === undefined ? null : at - optOutShown;
      const once = tookMs !== null && tookMs < tokenMs ? id : undefined;
      const spends = once === undefined ? undefined : { nonce: `opt-out ${once}`, expiresAt: at + tokenMs };
      const isFirst = spends === undefined || !(await spent.isSpent(spends.nonce));
      if (!isFirst && (await isJustListed(reach))) return "listed";
      const isFree = isFirst && !(await budgets.take(sharesOf(ip), at));
      if (!isFree && !(await isProven())) {
        metrics.optOuts.inc({ outcome: "refused" });
        return "unproven";
      }
      const odd = botSuspicions({ tookMs, trapFilled }, "do-not-sell");
      const networks = networksOf(ip);
      const reason = ["do-not-sell", ...odd].join(", ");
      // In one commit: a form whose person was not listed is good for another press.
      await suppressions.add(reach, "do-not-sell", reason, {
        form: { network: networks.at(-1)!, spends },
      });
      metrics.optOuts.inc({ outcome: "listed" });
      return "listed";
    },
  };
}

/** A private address is that of a proxy which TRUST_PROXY does not count: all visitors would share it. */
function sharesOf(ip: string): Share[] {
  if (isPrivate(ip)) return [];
  return networksOf(ip).map((of, index) => ({
    name: "opt-outs network",
    of,
    windowMs: hourMs,
    most: perHour * wider ** index,
  }));
}
