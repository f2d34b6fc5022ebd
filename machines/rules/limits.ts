/** Limits and presets of the business (spec 9); each limit has its unit. */

/** Shortest incident description, in characters (code points) after trimming. */
export const DESCRIPTION_MIN_CHARACTERS: number = 20;
/** Longest description kept; the specification sets none, but a post must not be arbitrarily large. */
export const DESCRIPTION_MAX_CHARACTERS: number = 5000;
/** Words from which `enough_words` is yes. */
export const ENOUGH_WORDS: number = 4;

/** Longest first or last name, in characters (code points); ours. */
export const NAME_MAX_CHARACTERS: number = 100;
/** Longest address a mailbox may have (RFC 5321), in UTF-16 units. */
export const EMAIL_MAX_LENGTH: number = 254;
/** Earliest year of an accident that is accepted; ours. */
export const EARLIEST_YEAR: number = 1900;

/** Mask of telephone numbers (spec 3.1 and 5.10). */
export const PHONE_MASK = "(###) ###-####";
/** Highest fraud score (0 to 100) at which a phone number is still valid. */
export const PHONE_FRAUD_SCORE_MAX: number = 85;
/** Bad results for one address in one session at which it is blocked. */
export const EMAIL_BLOCK_AFTER_BAD_RESULTS: number = 2;

/** Months per year allowed by a state's statute of limitation. */
export const MONTHS_PER_STATUTE_YEAR: number = 12;
/** An accident fewer days ago than this is "within the last year". */
export const LAST_YEAR_DAYS: number = 365;
/**
 * Days since the accident up to which, inclusive, a lead may be qualified. The button "Within 2 Years" means
 * OVER_TWO_YEARS_DAYS (ruling 12): with a lower limit, a lead with it is never qualified. "Over 2 Years" is a minimum
 * and within no window. A variant may have its own (`limits`).
 */
export const QUALIFIED_WINDOW_DAYS: number = 730;
/**
 * Days that the button "Within 2 Years" means, and beyond which an exact date counts as the button "Over 2 Years"
 * (ruling 82).
 */
export const OVER_TWO_YEARS_DAYS: number = 730;
/** Days since the accident up to which, inclusive, early treatment is assumed. */
export const EARLY_TREATMENT_DAYS: number = 15;
/** Days from the accident to the assumed first treatment. */
export const EARLY_TREATMENT_AFTER_DAYS: number = 4;

/** Days since the accident up to which, inclusive, untreated visitors are asked about treatment. */
export const WILLING_TO_TREAT_DAYS: number = 14;
/** Calendar months since the accident up to which, inclusive, a serious injury counts as recent. */
export const SERIOUS_INJURY_MONTHS: number = 12;

/** Compensation estimate before any answer, in dollars. */
export const COMPENSATION_INITIAL: number = 5_000;
/** Highest estimate, in dollars; one above it is shown as the cap. */
export const COMPENSATION_MAX: number = 250_000;
export const COMPENSATION_CAP: number = 249_500;
/** Height of one level of the meter's vertical bar, in CSS pixels. */
export const COMPENSATION_BLOCK_HEIGHT: number = 60.71;

/** Share of leads whose `lp_s2` is google (15 of 20). */
export const GOOGLE_SHARE: number = 0.75;

/** Offer id of a path without one. */
export const DEFAULT_OFFER: number = 81;
/** Affiliate id of a path without one. */
export const DEFAULT_AFFID: number = 1;
/** Affiliate id of a lead without one when it is posted. */
export const DEFAULT_AFFID_AT_POST = "10";
/** Sub id of a visitor without one. */
export const DEFAULT_SUB_ID = "1";
/** Offer and affiliate of a visitor with a prior alcohol offence. */
export const PRIOR_OFFENCE_OFFER: number = 136;
export const PRIOR_OFFENCE_AFFID: number = 1;
/** Offer of a transformed lead, and its affiliate unless a setting names another. */
export const TRANSFORMED_OFFER: number = 1500;
export const TRANSFORMED_AFFID = "1000350";

/** Language of every lead, whatever the visitor's (spec 9; ruling 49). */
export const LANGUAGE = "en";

/** Visitors of this affiliate load the social pixel (spec 4.3). */
export const SOCIAL_PIXEL_AFFID = "389";
