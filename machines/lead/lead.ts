import type { CalendarDay, IncidentPrecision } from "../rules/dates.ts";
import type { Change, TreatmentWindow } from "../rules/forced-answers.ts";
import type { SurveyContext } from "../survey.ts";
import type { KnownFacts } from "../visit/facts.ts";

export type LeadContext = Pick<SurveyContext, "answers" | "tracking" | "checks"> &
  Partial<Pick<SurveyContext, "cleared" | "notes" | "limits">>;

/** A lead's sources besides the chart's own context. */
export type LeadFacts = {
  /** The day of submission where the visitor is. */
  today: CalendarDay;
  /** From the submitting request, never from the visitor's claim. */
  ip_address: string;
  user_agent: string;
  page_referer: string;
  /** Site origin. */
  landing_page: string;
  /** Address of the survey, for the variant that posts it (E); its lead then also carries jornaya_leadid. */
  landing_page_url?: string;
  /** The consent text exactly as shown, white space collapsed. */
  tcpa: string;
  time_on_steps: string;
  earlyTreatment: TreatmentWindow;
  /** Set by the variant, where it is. */
  accidentType?: string;
  incidentPrecision?: IncidentPrecision;
  /** Facts about the visit from outside its chart. */
  known?: KnownFacts;
  /** In [0, 1); decides `lp_s2`. */
  random: number;
  settings: {
    forceEarlyTreatment: boolean;
    partialFaultStates: readonly string[];
    reservedSurnames: readonly string[];
    /** `test` by default, so that nothing unintended counts as live (ruling 53). */
    lpAction?: string;
  };
};

/** The posted record: fields named as in spec 3.2, raw answers beside forced ones. */
export type LeadRecord = Record<string, string | number | string[] | number[]>;

export type DerivedLead = {
  record: LeadRecord;
  /** Every value a rule put in place of an answer, with the rule's name. */
  changes: Change[];
  qualified: boolean;
  dqReason: string;
};
