import type { CallFailure, CallOutputs, Outcome } from "../calls.ts";
import type { Buyer } from "../rules/one-to-one.ts";
import { isImpossible, isTollFree } from "../rules/phone.ts";
import { labelOf, outcomesOf } from "../simulator/outcome-cases.ts";

/**
 * An outcome with everything that charts decide on, but none of the service's own text, which may repeat personal data.
 * Outcomes that the simulator offers stay as they are.
 */
export function maskedOutcome(outcome: Outcome): Outcome {
  if (labelOf(outcome)) return outcome;
  const { call } = outcome;
  if ("error" in outcome) return { call, error: { kind: failureOf(outcome.error) } } as Outcome;
  return { call, output: maskedOutput(outcome) } as Outcome;
}

/** The kind of failure, as far as the simulator distinguishes kinds. */
function failureOf({ kind }: CallFailure): CallFailure["kind"] {
  return kind === "timeout" ? kind : "unavailable";
}

function maskedOutput(outcome: Extract<Outcome, { output: unknown }>): CallOutputs[Outcome["call"]] {
  switch (outcome.call) {
    case "checkEmail": {
      if ("blocked" in outcome.output) return { blocked: true };
      const { valid, disposable, timesBadBefore } = outcome.output;
      return {
        valid: Boolean(valid),
        disposable: Boolean(disposable),
        timesBadBefore: Number(timesBadBefore),
      };
    }
    case "lookUpZip": {
      const { state, isTaken } = outcome.output;
      const known = /^[A-Z]{2}$/.test(state) ? state : "";
      return { city: "", state: known, state_long: "", county: "", ...(isTaken && { isTaken }) };
    }
    case "checkPhone": {
      const report = outcome.output;
      if ("good" in report) return { good: Boolean(report.good), message: "" };
      return {
        success: Boolean(report.success),
        valid: Boolean(report.valid) && !isImpossible(report),
        fraud_score: Number(report.fraud_score),
        line_type: isTollFree(report) ? "Toll Free" : "Wireless",
        active: Boolean(report.active),
        message: isImpossible(report) ? "Invalid/nonexistent phone number" : "",
      };
    }
    case "findBuyers": {
      const found = outcome.output;
      return found && { selected: found.selected.map(unnamed), possible: found.possible.map(unnamed) };
    }
    case "listBuyers":
      return outcome.output.map(unnamed);
    case "readDescription":
      return { hit_and_run: outcome.output.hit_and_run === "yes" ? "yes" : "no" };
    case "checkGibberish":
      return { is_gibberish: Boolean(outcome.output.is_gibberish) };
    default: {
      const [usual] = outcomesOf(outcome.call);
      return (usual as typeof outcome).output;
    }
  }
}

const unnamed = ({ ids }: Buyer): Buyer => ({ name: "A firm", ids: ids.map(Number) });
