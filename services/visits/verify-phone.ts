import type { SurveyEntry } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { APPROVED, approvedPhone } from "../../machines/visit/facts.ts";
import type { ChartSettings } from "../../machines/visit/open-visit.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { LimitedPhoneCode } from "../providers/phone-code/limits.ts";
import type { Store } from "../store/store.ts";
import type { RecordFact } from "./record-fact.ts";
import { readVisit, storedLog, visitUnderWay } from "./resolve-visit.ts";
import type { VisitToken } from "./token.ts";

/** A question about one number. `phone` is in +1 form. */
type Asked = { entry: SurveyEntry; token: VisitToken; sessionId: string; ip: string; phone: string };

/**
 * `refused`: not a visit of this session that is under way, verifies numbers and is at a question for one. `limited`:
 * too many codes were sent or tried; nothing was done.
 */
export type NotAsked = { kind: "refused" | "limited" };

export type VerifyPhone = {
  /** `at`: when the code left that holds another back, `now` by the same clock. */
  send(
    asked: Asked & {
      /** Whether a proof of work came with it; it is spent by asking. */
      isProven: () => Promise<boolean>;
    },
  ): Promise<{ kind: "answered"; sent: boolean; at: number; now: number } | { kind: "unproven" } | NotAsked>;
  /** `notSent`: no code went to this number last. */
  check(
    asked: Asked & { code: string },
  ): Promise<{ kind: "answered"; status: string } | { kind: "notSent" } | NotAsked>;
};

/**
 * Verification of a visit's phone number by a code. What becomes of it is kept in the visit's log, where the lead
 * reads it: the browser's word on it counts nowhere.
 */
export function verifyPhoneWith(deps: {
  store: Pick<Store, "visits">;
  phoneCode: LimitedPhoneCode;
  recordFact: RecordFact;
  now: () => number;
  settings?: ChartSettings;
}): VerifyPhone {
  const { store, phoneCode, recordFact, now, settings = {} } = deps;

  const stateOf = async ({ entry, token, sessionId }: Asked): Promise<VisitState | undefined> => {
    const visit = await visitUnderWay(store, token, entry, sessionId);
    const state = visit && readVisit(entry, settings, storedLog(visit));
    return state && verifies(state, entry) ? state : undefined;
  };
  const keep = ({ entry, token, sessionId, phone }: Asked, status: string) =>
    recordFact({
      entry,
      token,
      sessionId,
      fact: { fact: "phoneCode", value: { phone: digitsOf(phone), status } },
      // Of two checks at once the wrong one must not undo the right one.
      provided: (state) => verifies(state, entry) && (status === APPROVED || !isApproved(state, phone)),
    });

  return {
    async send({ isProven, ...asked }) {
      const state = await stateOf(asked);
      if (!state || isApproved(state, asked.phone)) return { kind: "refused" };
      // Texts cost money: a visit that has had none yet pays for its first with work.
      if (!state.visit.facts.phoneCode && !(await isProven())) return { kind: "unproven" };
      const { language } = asked.entry.variant;
      const done = await phoneCode.send(asked, { language });
      if (done.kind === "limited") return { kind: "limited" };
      const sent = done.kind !== "unsent";
      if ((await keep(asked, sent ? "sent" : "unsent")) === "refused") return { kind: "refused" };
      return { kind: "answered", sent, at: "at" in done ? done.at : now(), now: now() };
    },
    async check({ code, ...asked }) {
      const state = await stateOf(asked);
      if (!state) return { kind: "refused" };
      // The answer to the right code may have been lost.
      if (isApproved(state, asked.phone)) return { kind: "answered", status: APPROVED };
      const { phoneCode: known } = state.visit.facts;
      if (known?.phone !== digitsOf(asked.phone) || known.status === "unsent") return { kind: "notSent" };
      const done = await phoneCode.check(asked, code);
      if (done.kind === "limited") return { kind: "limited" };
      if ((await keep(asked, done.status)) === "refused") return { kind: "refused" };
      return { kind: "answered", status: done.status };
    },
  };
}

/** The page verifies numbers, and the visitor has reached the question for one. */
function verifies({ input, path }: VisitState, { variant }: SurveyEntry): boolean {
  const asksPhone = (name: string) =>
    stepNamed(name, variant.machine)?.fields?.some((field) => field.name === "phone") ?? false;
  return input.flags?.verifyPhone === true && path.some(asksPhone);
}

function isApproved({ visit }: VisitState, phone: string): boolean {
  return approvedPhone(visit.facts) === digitsOf(phone);
}

/** The ten digits, as they are in the lead. */
function digitsOf(phone: string): string {
  return phone.slice(2);
}
