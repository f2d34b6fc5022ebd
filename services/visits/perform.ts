import * as z from "zod";
import type { Outcome } from "../../machines/calls.ts";
import { answerDigits } from "../../machines/fields.ts";
import type { BuyerList } from "../../machines/rules/buyer-lists.ts";
import { isBadEmail, isBlockedEmail } from "../../machines/rules/email.ts";
import { isHitAndRun } from "../../machines/rules/hit-and-run.ts";
import type { Learned } from "../../machines/visit/facts.ts";
import type { Call } from "../../machines/visit/replay.ts";
import { type Buyer, type Buyers, ProviderFailure } from "../ports.ts";
import type { Providers } from "../providers.ts";
import type { BadEmails } from "../store/types.ts";

/** What a call may know about the visitor besides the answers. */
export type Caller = { sessionId: string; ip: string; userAgent: string; learned?: Learned };

export type Perform = (call: Call, caller: Caller) => Promise<Outcome>;

const inputs = {
  checkEmail: z.object({ email: z.string() }),
  lookUpZip: z.object({ zip: z.string() }),
  checkPhone: z.object({ phone: z.string() }),
  checkGibberish: z.object({ text: z.string() }),
  exchangeLeadData: z.object({ zip: z.string() }),
  readDescription: z.object({ text: z.string() }),
  findBuyers: z.object({ fields: z.record(z.string(), z.union([z.string(), z.number()])) }),
  listBuyers: z.object({ list: z.enum(["v4nv-d1", "v4nv-d2", "v4nv-x1", "default"]) }),
};

/** Those who choose the buyers, and the operator's lists; without lists nobody is on any. */
export type KnownBuyers = Buyers & { lists?: Record<BuyerList, Buyer[]> };

const blockedWords =
  "A visitor gave a bad e-mail address for the second time. It is blocked for the rest of their session.";

/** The first time that the address is refused for good. @param times how often it was bad by now */
function isFirstBlock(times: number): boolean {
  return isBlockedEmail(times - 1) && !isBlockedEmail(times - 2);
}

/** Makes a chart's calls with the providers; a provider's failure is an outcome, ours is thrown. */
export function performWith(
  providers: Omit<Providers, "buyers">,
  badEmails: BadEmails,
  buyers: KnownBuyers,
): Perform {
  const ask = async (call: Call, caller: Caller): Promise<Outcome> => {
    switch (call.id) {
      case "checkEmail": {
        const email = inputs.checkEmail.parse(call.input).email.trim().toLowerCase();
        const report = await providers.emailCheck.check(email);
        if (!isBadEmail(report)) return { call: call.id, output: { ...report, timesBadBefore: 0 } };
        const times = await badEmails.recordBad(caller.sessionId, email);
        // Told once, and not waited for: a chat that is down must not hold up a visitor (specification 5.7).
        if (isFirstBlock(times)) void providers.chatAlert.send(blockedWords).catch(() => {});
        return { call: call.id, output: { ...report, timesBadBefore: times - 1 } };
      }
      case "lookUpZip":
        return {
          call: call.id,
          output: await providers.zipLookup.lookUp(inputs.lookUpZip.parse(call.input).zip),
        };
      case "checkPhone":
        return {
          call: call.id,
          output: await providers.phoneCheck.check(answerDigits(inputs.checkPhone.parse(call.input).phone)),
        };
      case "checkGibberish":
        return {
          call: call.id,
          output: {
            is_gibberish: await providers.gibberish.judge(inputs.checkGibberish.parse(call.input).text),
          },
        };
      case "exchangeLeadData":
        // No post that the visitor consented to (decision 155).
        if (caller.learned?.optOut) return { call: call.id, output: null };
        await providers.leadExchange.announce({
          project: "MVA",
          zipCode: inputs.exchangeLeadData.parse(call.input).zip,
          ipAddress: caller.ip,
          userAgent: caller.userAgent,
          tf: caller.learned?.certificates?.trustedFormUrl ?? "",
          leadId: caller.learned?.certificates?.leadidToken ?? "",
        });
        return { call: call.id, output: null };
      case "readDescription": {
        const { text } = inputs.readDescription.parse(call.input);
        return { call: call.id, output: { hit_and_run: isHitAndRun(text) ? "yes" : "no" } };
      }
      case "findBuyers": {
        const { fields } = inputs.findBuyers.parse(call.input);
        const known = { ...fields, user_agent: caller.userAgent };
        return { call: call.id, output: await buyers.find(known) };
      }
      case "listBuyers":
        return { call: call.id, output: buyers.lists?.[inputs.listBuyers.parse(call.input).list] ?? [] };
      case "postLead":
        throw new Error("a lead is posted by the store's transaction, not by a provider");
    }
  };
  return async (call, caller) => {
    try {
      return await ask(call, caller);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return { call: call.id, error: { kind: error.kind } } as Outcome;
    }
  };
}
