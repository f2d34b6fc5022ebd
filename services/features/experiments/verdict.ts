import { minDays } from "./statistics/power.ts";
import {
  type ArmReport,
  type Compared,
  type CountedBy,
  countedInWords,
  inPercent,
  type Report,
  rangeInWords,
  type Verdict,
} from "./types.ts";

/** Largest share of visits that may have been shown two arms: they blur the difference between the arms. */
const maxCrossed = 0.01;

/** A lift that is too small to be worth a change. */
const negligible = 0.05;

/** The lift for which "not enough data yet" says how many visits it takes to detect. */
const hopedFor = 0.1;

type Shown = Omit<Report, "verdict">;
type Arm = ArmReport & { compared: Compared };

/** The verdict in words. If the data cannot be trusted, it only says why. */
export function verdictOf(shown: Shown): Verdict {
  const others = shown.arms.filter((arm): arm is Arm => arm.compared !== null);
  const doubts = doubtsOf(shown, others);
  if (doubts.length > 0) return { kind: "untrusted", title: "Do not trust these numbers", reasons: doubts };
  const isLongEnough = (shown.days?.count ?? 0) >= minDays;
  // Harm is reported at once; a gain, or the lack of one, only after whole weeks.
  const better = others.filter(({ compared }) => isLongEnough && compared.lift.low > 0);
  const worse = others.filter(({ compared }) => highOf(compared) < 0);
  if (better.length > 0) return betterThan(better);
  if (worse.length > 0 && worse.length === others.length) {
    const title = `${worse.map(({ name }) => name).join(" and ")} ${worse.length > 1 ? "are" : "is"} worse`;
    return { kind: "worse", title: `${title} than ${shown.arms[0]!.name}`, reasons: worse.map(rangeOf) };
  }
  const widest = Math.max(...others.map(({ compared }) => Math.max(-compared.lift.low, highOf(compared))));
  if (others.length > 0 && isLongEnough && widest <= negligible) {
    return {
      kind: "same",
      title: `No difference larger than ${inPercent(widest)}`,
      reasons: others.map(rangeOf),
    };
  }
  return { kind: "early", title: "Not enough data yet", reasons: whatIsMissing(shown, others, worse) };
}

const highOf = ({ lift }: Compared) => lift.high ?? Number.POSITIVE_INFINITY;
const rangeOf = ({ name, compared }: Arm) => `Lift of ${name}: ${rangeInWords(compared.lift)} (95% CI).`;
const assignedOf = ({ arms }: Shown) => arms.reduce((sum, { assigned }) => sum + assigned, 0);

/** Possible reasons why views or visits are split differently than planned. */
const ratioMismatch: Record<CountedBy, string> = {
  views:
    "Sample ratio mismatch: first views are not split between the arms by their weights, so something loses or repeats those of one arm.",
  visits:
    "Sample ratio mismatch: visits are not split between the arms by their weights. Visits count from their first answer here, so an arm that changes who answers at all causes this, as does a fault that loses one arm’s visits.",
};

/** Reasons not to trust the numbers. */
function doubtsOf(shown: Shown, others: readonly Arm[]): string[] {
  const { sampleRatio, begun, crossed, isAltered } = shown;
  const doubts: string[] = [];
  if (isAltered)
    doubts.push("It was changed while it ran, so its visits mix two experiments. Start a new one.");
  if (!sampleRatio.holds) {
    doubts.push(`${ratioMismatch[shown.countedBy]} Rates may be biased by as much.`);
  }
  if (crossed > maxCrossed * begun) {
    doubts.push(
      `${crossed.toLocaleString("en-US")} visits saw more than one arm, over the limit of ${inPercent(maxCrossed)}.`,
    );
  }
  for (const { name, compared } of others) {
    if (compared.lift.low > highOf(compared))
      doubts.push(`The lift of ${name} changed while it ran: no single lift fits all days.`);
  }
  return doubts;
}

function betterThan(better: readonly Arm[]): Verdict {
  const [best] = [...better].sort((a, b) => b.compared.lift.low - a.compared.lift.low) as [Arm];
  const { guards, isNovelty } = best.compared;
  const isHarmful = guards.some(({ isWorse }) => isWorse);
  const reasons = better.map(rangeOf);
  if (better.length > 1)
    reasons.push(
      "Arms are compared with control, not with each other, so which of these is best is not tested.",
    );
  if (isHarmful) reasons.push("A guardrail metric is significantly worse: see below before you decide.");
  if (isNovelty)
    reasons.push("Its first week differs from later weeks (a novelty effect): go by the later ones.");
  return {
    kind: "better",
    title: `${best.name} is better${isHarmful ? ", but a guardrail is worse" : ""}`,
    reasons,
  };
}

function whatIsMissing(shown: Shown, others: readonly Arm[], worse: readonly Arm[]): string[] {
  const { days, power } = shown;
  const assigned = assignedOf(shown);
  if (!days || assigned === 0) return ["No full day of data yet."];
  const reasons = others.map((arm) => `${rangeOf(arm)}${worse.includes(arm) ? " It is worse." : ""}`);
  if (days.count < minDays) {
    reasons.push(
      `It has run for ${days.count} full ${days.count === 1 ? "day" : "days"}; no arm is called better, or no different, before ${minDays}.`,
    );
  }
  const plan = power?.plans.find(({ lift }) => lift === hopedFor);
  if (plan && plan.visits > assigned) {
    reasons.push(
      `Detecting a lift of ${inPercent(hopedFor)} takes about ${plan.visits.toLocaleString("en-US")} ${countedInWords[shown.countedBy]}; there are ${assigned.toLocaleString("en-US")} so far.`,
    );
  }
  return reasons;
}
