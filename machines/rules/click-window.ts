import { type Answers, answerIs } from "./answers.ts";

/** Which disqualified leads get a window: a variant's own rule. */
export type ClickWindowRule = "unlessListedState" | "withoutPriorOffense" | "offerWithLawyer";

/** What decides whether a window is opened with the submission of a lead. */
export type ClickWindowFacts = {
  rule: ClickWindowRule;
  /** '' for a lead that is not disqualified. */
  dqReason: string;
  answers: Pick<Answers, "with_Lawyer" | "lawyer_redirect_reason" | "prior_alcohol_related_offense">;
  /** As posted: after the rule for prior offences (ruling 70). */
  tracking: { affid: string; sub_id: string; ef_transaction_id: string };
  /** Two letters, '' when unknown. */
  state: string;
};

export type ClickWindowSettings = {
  /** Address of the affiliate's click tracker; none opens no window. */
  affiliateClickUrl?: string;
  /** Offer shown in the VW3 variant; none opens no window. */
  vw3OfferUrl?: string;
  /** Two-letter codes. */
  noClickWindowStates: readonly string[];
};

const LAWYER_REASONS = ["have_attorney|yes", "have_attorney|yes_but_I_want_a_new_lawyer"];
const AFFILIATES_WITHOUT_OFFER = ["20", "23"];

/**
 * Address of the window that opens for a disqualified lead, or null (spec 4.3; rulings 71,
 * 104 to 106): an offer for visitors with a lawyer, or the affiliate's click tracker.
 */
export function clickWindow(facts: ClickWindowFacts, settings: ClickWindowSettings): string | null {
  if (facts.dqReason === "") return null;
  const { affiliateClickUrl, vw3OfferUrl, noClickWindowStates } = settings;
  switch (facts.rule) {
    case "offerWithLawyer":
      return vw3OfferUrl && isOfferedWithLawyer(facts) ? vw3OfferUrl : null;
    case "withoutPriorOffense":
      if (!hasNoPriorOffense(facts)) return null;
      break;
    case "unlessListedState":
      if (noClickWindowStates.includes(facts.state)) return null;
  }
  return affiliateClickUrl ? trackedClick(affiliateClickUrl, facts) : null;
}

function isOfferedWithLawyer({ answers, tracking }: ClickWindowFacts): boolean {
  const { with_Lawyer, lawyer_redirect_reason } = answers;
  const hasLawyer =
    answerIs(with_Lawyer, "yes") && LAWYER_REASONS.some((reason) => answerIs(lawyer_redirect_reason, reason));
  return hasLawyer && !AFFILIATES_WITHOUT_OFFER.includes(tracking.affid);
}

function hasNoPriorOffense({
  answers: { prior_alcohol_related_offense: offense },
}: ClickWindowFacts): boolean {
  return !offense || answerIs(offense, "no");
}

function trackedClick(address: string, { tracking }: ClickWindowFacts): string {
  const url = new URL(address);
  url.searchParams.set("aff_click_id", tracking.ef_transaction_id);
  url.searchParams.set("aff_sub2", tracking.affid);
  url.searchParams.set("aff_sub3", tracking.sub_id);
  return url.href;
}
