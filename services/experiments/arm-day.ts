/** What an experiment counts: first views (everybody who was shown an arm), or only visits with an answer. */
export type CountedBy = "views" | "visits";

/** Results of the visits of one arm that began on one day. */
export type ArmDay = {
  arm: string;
  /** Days since 1970 in the site's time zone. */
  day: number;
  /** First views where the experiment counts them, else the same as `begun`. */
  assigned: number;
  /** Visits with a first answer. */
  begun: number;
  leads: number;
  qualified: number;
  disqualified: number;
  /** Visits in which a field was refused, and in which a service failed. */
  refused: number;
  failed: number;
  /** Of finished visits: their number, and the sum and sum of squares of the natural logarithm of their seconds. */
  times: { count: number; sum: number; squares: number };
};
