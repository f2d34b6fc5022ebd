/** Kinds of verdicts that are worded alike. */
export const verdictKinds = [
  "qualified",
  "too_old",
  "no_date",
  "limit",
  "lawyer",
  "new_lawyer",
  "gibberish",
  "other",
] as const;

export type VerdictKind = (typeof verdictKinds)[number];

/** The kind of a verdict (`verdictOf`). */
export function kindOf(verdict: string): VerdictKind {
  if (verdict === "qualified" || verdict === "too_old" || verdict === "no_date") return verdict;
  if (verdict === "date|accident_limit_exceeded") return "limit";
  if (verdict === "is_gibberish|yes") return "gibberish";
  if (verdict === "have_attorney|yes_but_I_want_a_new_lawyer") return "new_lawyer";
  return verdict.startsWith("have_attorney|") ? "lawyer" : "other";
}

/** What looks suspicious about a lead whatever its verdict. No visitor is ever told. */
export const suspicions = ["program", "gibberish", "words", "name", "repeat"] as const;
export type Suspicion = (typeof suspicions)[number];
