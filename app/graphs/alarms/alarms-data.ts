/** One alarm as it is shown. */
export type ShownAlarm = {
  id: string;
  title: string;
  figures: string;
  began: string;
  /** Undefined while it lasts. */
  ended?: string;
  chance: string;
  /** Whether a message announced it. */
  /** What became of the message that announced it, in words. */
  message: string;
  /** The numbers of that survey, day and source; undefined where they are of no one survey. */
  numbers?: string;
};

export type AlarmsData = {
  facts: [name: string, value: string][];
  /** A destination takes alarms, and an hour was judged. */
  isWatched: boolean;
  open: ShownAlarm[];
  past: ShownAlarm[];
};
