import type { StateCode } from "../../../machines/site/filing-deadlines.ts";

/** What else has to be known of a state's deadline for an injury; checked on 2026-11-23. */
export const timeNotes: { [code in StateCode]?: string } = {
  CO: "Colorado gives three years for crashes with a motor vehicle. Most other injuries have two years.",
  CT: "In Connecticut the clock can start when the injury is found, but three years after the crash it is too late.",
  KY: "In Kentucky the two years can also start later, on the day of the last payment from your no-fault insurance.",
};
