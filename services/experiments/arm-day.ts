/** What an experiment counts by: everybody who was shown an arm, or only those who gave an answer. */
export type CountedBy = "views" | "visits";

/** What one arm's visits of one day came to; a visit is of the day on which it began. */
export type ArmDay = {
  arm: string;
  /** Days since 1970 in the site's time zone. */
  day: number;
  /** First views, where the experiment counts by these; else as many as `begun`. */
  assigned: number;
  /** Visits with a first answer. */
  begun: number;
  leads: number;
  qualified: number;
  disqualified: number;
  /** Visits in which a field was refused, and in which a service failed. */
  refused: number;
  failed: number;
  /** Of finished visits: how many, and sum and sum of squares of the natural logarithm of their seconds. */
  times: { count: number; sum: number; squares: number };
};
