import * as z from "zod";
import type { CallId, CallOutputs, Outcome } from "../../machines/context/calls.ts";
import { answerDigits } from "../../machines/fields/parse-answer.ts";
import { certificateId } from "../../machines/lead/tracking-fields.ts";
import type { BuyerList } from "../../machines/rules/buyer-lists.ts";
import { isHitAndRun } from "../../machines/rules/content-filter.ts";
import { comparableEmail, isBlockedEmail } from "../../machines/rules/email.ts";
import type { Buyer } from "../../machines/rules/one-to-one.ts";
import { isOfIslandOrArmy } from "../../machines/rules/place.ts";
import type { KnownFacts } from "../../machines/visit/facts.ts";
import type { Call } from "../../machines/visit/replay.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { Buyers } from "../providers/ports.ts";
import type { BadEmails } from "../store/visits/bad-emails.ts";
import type { AskPaid } from "./paid-calls.ts";

/**
 * What a call may know about the visitor besides the answers. `badEmails`: addresses that were found bad, whose count
 * is not stored yet.
 */
export type Caller = {
  sessionId: string;
  /** Its browser has sent the session's cookie; otherwise the form's sealed field identifies the visit. */
  hasCookie?: boolean;
  ip: string;
  userAgent: string;
  facts?: KnownFacts;
  /** The visit has had enough calls of this kind. */
  overdone?: boolean;
  badEmails?: readonly string[];
  /** ZIP codes that the visitor was asked about. */
  askedZips?: readonly string[];
};

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

/** The services that select buyers, and the operator's lists; without lists nobody is on any. */
export type KnownBuyers = Buyers & { lists?: Record<BuyerList, Buyer[]> };

/** Makes a chart's calls with the providers; a provider's failure is an outcome, ours is thrown. */
export function performWith(askPaid: AskPaid, badEmails: BadEmails, buyers: KnownBuyers): Perform {
  const ask = async (call: Call, caller: Caller): Promise<CallOutputs[CallId]> => {
    switch (call.id) {
      case "checkEmail": {
        const email = comparableEmail(inputs.checkEmail.parse(call.input).email);
        const uncounted = caller.badEmails?.filter((bad) => bad === email).length ?? 0;
        const timesBadBefore = (await badEmails.countBad(caller.sessionId, email)) + uncounted;
        // Whatever the service would answer by now, if at all.
        if (isBlockedEmail(timesBadBefore)) return { blocked: true };
        const report = await askPaid("emailCheck", caller, (service) => service.check(email), email);
        return { ...report, timesBadBefore };
      }
      case "lookUpZip": {
        const { zip } = inputs.lookUpZip.parse(call.input);
        const place = await askPaid("zipLookup", caller, (service) => service.lookUp(zip));
        const isTaken = isOfIslandOrArmy(zip) || caller.askedZips?.includes(zip);
        return isTaken ? { ...place, isTaken } : place;
      }
      case "checkPhone": {
        const digits = answerDigits(inputs.checkPhone.parse(call.input).phone);
        return askPaid("phoneCheck", caller, (service) => service.check(digits), digits);
      }
      case "checkGibberish": {
        const { text } = inputs.checkGibberish.parse(call.input);
        return { is_gibberish: await askPaid("gibberish", caller, (service) => service.judge(text)) };
      }
      case "exchangeLeadData": {
        // No post that the visitor consented to (ruling 155).
        if (caller.facts?.optOut) return null;
        const announced = {
          project: "MVA",
          zipCode: inputs.exchangeLeadData.parse(call.input).zip,
          ipAddress: caller.ip,
          userAgent: caller.userAgent,
          tf: certificateId(caller.facts?.certificates?.trustedFormUrl),
          leadId: caller.facts?.certificates?.leadidToken ?? "",
        } as const;
        await askPaid("leadExchange", caller, (service) => service.announce(announced));
        return null;
      }
      case "readDescription":
        return { hit_and_run: isHitAndRun(inputs.readDescription.parse(call.input).text) ? "yes" : "no" };
      case "findBuyers":
        return buyers.find({ ...inputs.findBuyers.parse(call.input).fields, user_agent: caller.userAgent });
      case "listBuyers":
        return buyers.lists?.[inputs.listBuyers.parse(call.input).list] ?? [];
      case "postLead":
        throw new Error("a lead is posted by the store's transaction, not by a provider");
    }
  };
  return async (call, caller) => {
    try {
      return { call: call.id, output: await ask(call, caller) } as Outcome;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return { call: call.id, error: { kind: error.kind } } as Outcome;
    }
  };
}
