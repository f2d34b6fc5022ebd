import { law } from "../../../app/site/content/law.ts";
import { deadlineMachine } from "../../../machines/features/deadline/deadline.ts";
import type { Brings } from "../../support/features.ts";

const page = "/car-accident-laws/deadline/";

/** A crash on March 1, asked about on March 1, 2026. */
const asked = (state: string, year: number, more = {}) => ({
  type: "ASK",
  posted: { state, month: "3", day: "1", year: String(year), ...more },
  today: { year: 2026, month: 3, day: 1 },
  law,
});
const form = { state: "TX", month: "3", day: "1", year: "2025", minor: "yes" };

export const brings: Brings = {
  charts: [
    {
      machine: deadlineMachine,
      always: {
        "asks in time": asked("TX", 2025),
        "asks on the last day": asked("TX", 2024),
        "asks too late": asked("TN", 2024),
        "asks what is not in the table": asked("KY", 2025, { died: "yes" }),
        "asks nothing": asked("", 2025),
      },
      services: {},
    },
  ],
  posts: () => [[page, { form }]],
  shared: [page],
  pages: [
    { path: page, sending: { form: {} } },
    { path: page, sending: { form } },
  ],
  looks: ({ sendEmpty }) => ({
    "car-accident-laws-deadline": [{ state: "errors", show: (page) => sendEmpty(page, "Show my last day") }],
  }),
};
