import type { CountedBy } from "./arm-day.ts";
import { countedInWords, inPercent, rangeInWords } from "./in-words.ts";
import { leastDays } from "./statistics/power.ts";
import type { ArmReport, Compared, Report, Verdict } from "./types.ts";

/** With more visits than this share that were shown two arms, the arms are too much alike. */
const mostCrossed = 0.01;

/** A lift that is too small to be worth a change. */
const negligible = 0.05;

/** The lift that "not enough yet" says how long it takes to find. */
const hopedFor = 0.1;

type Shown = Omit<Report, "verdict">;
type Arm = ArmReport & { compared: Compared };

/** The verdict in words; where what it rests on does not hold, there is none, and it says why. */
export function verdictOf(shown: Shown): Verdict {
  const others = shown.arms.filter((arm): arm is Arm => arm.compared !== null);
  const doubts = doubtsOf(shown, others);
  if (doubts.length > 0) return { kind: "untrusted", title: "Do not trust these numbers", reasons: doubts };
  const isLongEnough = (shown.days?.count ?? 0) >= leastDays;
  // Harm is reported at once, a gain or that there is none after whole weeks.
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
  return { kind: "early", title: "Not enough yet", reasons: whatIsMissing(shown, others, worse) };
}

const highOf = ({ lift }: Compared) => lift.high ?? Number.POSITIVE_INFINITY;
const rangeOf = ({ name, compared }: Arm) => `Lift of ${name}: ${rangeInWords(compared.lift)}.`;
const assignedOf = ({ arms }: Shown) => arms.reduce((sum, { assigned }) => sum + assigned, 0);

/** What views or visits that came to the arms in another ratio than planned may mean. */
const otherRatio: Record<CountedBy, string> = {
  views:
    "First views did not come to the arms by their weights, by more than chance: something loses those of one arm, or repeats them.",
  visits:
    "Visits did not come to the arms by their weights, by more than chance. They count from their first answer here: an arm that changes who answers at all does this too, as does a fault that loses visits of one arm.",
};

/** Why the numbers cannot be judged. */
function doubtsOf(shown: Shown, others: readonly Arm[]): string[] {
  const { sampleRatio, begun, crossed, isAltered } = shown;
  const doubts: string[] = [];
  if (isAltered)
    doubts.push("It was altered while it ran, so its visits are those of two experiments. Begin another.");
  if (!sampleRatio.holds) {
    doubts.push(`${otherRatio[shown.countedBy]} Rates may be wrong by as much.`);
  }
  if (crossed > mostCrossed * begun) {
    doubts.push(
      `${crossed.toLocaleString("en-US")} visits were shown more than one arm, which is more than ${inPercent(mostCrossed)} of all.`,
    );
  }
  for (const { name, compared } of others) {
    if (compared.lift.low > highOf(compared))
      doubts.push(`The lift of ${name} changed while it ran: no single lift agrees with all days.`);
  }
  return doubts;
}

function betterThan(better: readonly Arm[]): Verdict {
  const [best] = [...better].sort((a, b) => b.compared.lift.low - a.compared.lift.low) as [Arm];
  const { guards, isNovelty } = best.compared;
  const isHarmful = guards.some(({ isWorse }) => isWorse);
  const reasons = better.map(rangeOf);
  if (better.length > 1)
    reasons.push("Arms are compared with control, not with each other: which of these is best is open.");
  if (isHarmful) reasons.push("A guard got worse by more than chance: see below before you decide.");
  if (isNovelty) reasons.push("Its first week is unlike the weeks after it: go by the later ones.");
  return { kind: "better", title: `${best.name} is better${isHarmful ? ", at a price" : ""}`, reasons };
}

function whatIsMissing(shown: Shown, others: readonly Arm[], worse: readonly Arm[]): string[] {
  const { days, power } = shown;
  const assigned = assignedOf(shown);
  if (!days || assigned === 0) return ["No whole day with visitors is over yet."];
  const reasons = others.map((arm) => `${rangeOf(arm)}${worse.includes(arm) ? " It is worse." : ""}`);
  if (days.count < leastDays) {
    reasons.push(
      `It has run for ${days.count} whole ${days.count === 1 ? "day" : "days"}; nothing is called better or equal before ${leastDays}.`,
    );
  }
  const plan = power?.plans.find(({ lift }) => lift === hopedFor);
  if (plan && plan.visits > assigned) {
    reasons.push(
      `To find a lift of ${inPercent(hopedFor)} takes about ${plan.visits.toLocaleString("en-US")} ${countedInWords[shown.countedBy]}; there are ${assigned.toLocaleString("en-US")}.`,
    );
  }
  return reasons;
}
