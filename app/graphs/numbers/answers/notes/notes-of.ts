import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { View } from "../../../../../machines/graph/view.ts";
import { dayNumber, dayText } from "../../../../../services/analytics/days.ts";
import { printable } from "../../../../../services/observe/printable.ts";
import type { DayNote } from "../../../../../services/store/rows.ts";
import { demandAccess } from "../../../../server/sessions/graph-access.ts";
import { chartOf } from "../../../chart-of.ts";
import { variantOf } from "../../../site-of.ts";
import { timeOf } from "../../../ui/time-of.ts";
import { titlesIn } from "../../../ui/title-of.ts";
import type { NoteShown } from "../../notes/note-shown.ts";

/** All notes of a survey, and what a new one can be about. @throws Response 404 for who may not see the numbers, and where there is no such survey */
export async function loadNotes(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { code } = variantOf(args.params.code);
  const { view } = (await chartOf(code))!;
  const titleOf = titlesIn(view);
  const places = view.nodes.map(({ id }) => ({ id, title: titleOf(id) }));
  return { code, places, notes: await notesOf(args.context, view) };
}

/** No day is before or after these. */
const [firstDay, lastDay] = ["2000-01-01", "2099-12-31"];

/**
 * The notes on a survey's days, and those on all surveys; newest day first.
 * @param days first and last, both included: `2026-01-31`; without one there is no end
 */
export async function notesOf(
  { services }: AppLoadContext,
  view: View,
  { from = firstDay, to = lastDay }: { from?: string; to?: string } = {},
): Promise<NoteShown[]> {
  const notes = await services.store.dayNotes.notesOf(view.code, dayNumber(from), dayNumber(to));
  const titleOf = titlesIn(view);
  return notes.map((note) => ({
    id: note.id,
    day: dayText(note.day),
    place: note.place,
    about: note.place ? titleOf(note.place) : note.variant ? "The whole survey" : "All surveys",
    words: note.words.split("\n").map(printable).join("\n"),
    written: writtenBy(note, services.settings.siteTimeZone),
  }));
}

/** The counted day of what a form says; undefined where that is no day. */
export function dayIn(given: string): number | undefined {
  const day = dayNumber(given);
  // `2026-02-31` is read as a day of March.
  const isDay = !Number.isNaN(day) && dayText(day) === given && given >= firstDay && given <= lastDay;
  return isDay ? day : undefined;
}

function writtenBy({ person, at, changedAt, changedBy }: DayNote, timeZone: string): string {
  const by = (who: string | null, when: number) => `${who ?? nobody}, ${timeOf(when, timeZone)}`;
  const edited = changedAt === null ? "" : `; edited by ${by(changedBy, changedAt)}`;
  return `Written by ${by(person, at)}${edited}`;
}

const nobody = "someone with the token";
