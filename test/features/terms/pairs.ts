import { setTimeout } from "node:timers/promises";
import { said } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import { cents, dollars } from "../../pairs/firms.ts";
import { pollMs } from "../../pairs/ground.ts";
import type { Apart, Row } from "../../pairs/parameters.ts";

export const parameters = {
  pause: {
    values: ["none", "first", "second", "affiliate"],
    about: "whom the owner pauses until the evening: north, south or affiliate 252",
    isMoney: true,
  },
  terms: {
    values: ["none", "price", "payout", "undone"],
    about: "what the owner changes at noon in the console",
    isMoney: true,
  },
} as const;

export const apart: readonly Apart[] = [
  ["terms", ["price", "undone"], "price", ["none"], "there is none to change"],
];

/** A press on a page of terms, and the moment that every process needs to know it. */
async function change(day: Day, page: string, form: Record<string, string>): Promise<void> {
  const [, seen = "0"] = /name="seen" value="(\d+)"/.exec((await day.get(page)).text) ?? [];
  const { status, text } = await day.press(page, { seen, reason: "as agreed", intent: "save", ...form });
  if (status !== 303)
    day.wrong("the owner's presses work", `${page} ${JSON.stringify(form)}: ${status} ${said(text)}`);
  await setTimeout(2 * pollMs + 100);
}

const pausedIn = ({ pause }: Row) =>
  ({ none: "", first: "receiver/north", second: "receiver/south", affiliate: "affiliate/252" })[pause];

export const acts = {
  async morning(day: Day) {
    const whom = pausedIn(day.row);
    if (!whom) return;
    const from = Date.now();
    await change(day, `/console/terms/${whom}`, { intent: "pause" });
    day.pauses.push({ whom, from, until: Number.POSITIVE_INFINITY });
  },
  async noon(day: Day) {
    const { row } = day;
    if (row.terms === "none") return;
    day.goTo("12:00");
    if (row.terms === "payout") {
      await change(day, "/console/terms/affiliate/252", { payout: "25.00" });
      day.paysMoreAt = Date.now();
      return;
    }
    await change(day, "/console/terms/receiver/north", { price: dollars(cents.raised) });
    if (row.terms === "price") day.raisedAt = Date.now();
    else {
      const [newest] = await day.sql<{ number: number }>("select max(number) as number from terms_changes");
      await change(day, "/console/terms/receiver/north", { intent: "undo", change: String(newest!.number) });
    }
  },
  async evening(day: Day) {
    const [pause] = day.pauses;
    if (!pause) return;
    await change(day, `/console/terms/${pause.whom}`, { intent: "resume" });
    pause.until = Date.now();
    await day.settle("20:25");
  },
};

export const pages = async () => ["/console/terms", "/console/terms/affiliate/252"];

/** Another person may not change what is money. */
export async function looks(day: Day): Promise<void> {
  const { row, wrong } = day;
  const before = await day.sql("select number from terms_changes");
  const form = { intent: "save", seen: String(before.length), reason: "x", "daily-cap": "9" };
  const { status } = await day.press("/console/terms/receiver/south", form, "other");
  if (status !== 403 || (await day.sql("select number from terms_changes")).length > before.length)
    wrong("who may not change terms does not", `${row.role}: ${status}`);
}
