/** One alarm as it is shown. */
export type ShownAlarm = {
  id: string;
  title: string;
  figures: string;
  began: string;
  /** Undefined while it lasts. */
  ended?: string;
  chance: string;
  /** Whether its notification was sent, in words. */
  message: string;
  /** Address of the numbers behind it; undefined where it concerns no single survey. */
  numbers?: string;
};

export type AlarmsData = {
  facts: [name: string, value: string][];
  /** An hour was judged. */
  isWatched: boolean;
  open: ShownAlarm[];
  past: ShownAlarm[];
};
