/** What one arm's visits of one day came to; a visit is of the day on which it was assigned. */
export type ArmDay = {
  arm: string;
  /** Days since 1970 in the site's time zone. */
  day: number;
  /** Visits assigned (those with a first answer are `begun`). */
  assigned: number;
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
