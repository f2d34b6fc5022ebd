import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import type { View } from "../../../../machines/graph/view.ts";
import { dayNumber, dayText } from "../../../../services/calendar/days.ts";
import { mostNotes } from "../../../../services/features/numbers/tables/day-notes.ts";
import { printable } from "../../../../services/observe/printable.ts";
import type { DayNote } from "../../../../services/store/rows.ts";
import { chartOf } from "../../../graphs/chart-of.ts";
import { variantOf } from "../../../graphs/site-of.ts";
import { timeOf } from "../../../graphs/ui/time-of.ts";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import { readConsoleForm } from "../../../server/requests/bodies.ts";
import { demandAccess } from "../../../server/sessions/graph-access.ts";
import type { NoteShown, RefusedNote } from "../notes.tsx";
import { longestNote, noteAbout, showAddress } from "../query.ts";

/**
 * A survey's notes, and what a new one can be about.
 * @throws Response 404 for viewers without access, and for an unknown survey
 */
export async function loadNotes(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { code } = variantOf(args.params.code);
  const { view } = (await chartOf(code))!;
  const titleOf = titlesIn(view);
  const places = view.nodes.map(({ id }) => ({ id, title: titleOf(id) }));
  return data({ code, places, notes: await notesOf(args.context, view) });
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
  const notes = await services.store.numbers.notes.notesOf(view.code, dayNumber(from), dayNumber(to));
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

/** The day in a form, counted; undefined for an invalid one. */
function dayIn(given: string): number | undefined {
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

/**
 * Adds, changes or deletes a note: 303 to the list, or 422 with the reason.
 * @throws Response 404 for viewers without access, and for an unknown survey
 */
export async function changeNotes(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { name: person } = await demandAccess(args, "numbers");
  const { code } = variantOf(params.code);
  const { intent, id = "", day = "", about = "", words = "" } = await readConsoleForm(args.request);
  const { readings, numbers } = context.services.store;
  const writeDown = (deed: string) =>
    readings.add(person ?? "someone with the token", `charts ${deed} note`, [], { about: code });
  const list = redirect(showAddress(code, "notes", new URLSearchParams()), 303);
  if (intent === "delete") {
    await writeDown("delete");
    await numbers.notes.remove(code, id);
    return list;
  }
  const said = { id: intent === "change" ? id : "", day: day.slice(0, 20), about, words };
  const refuse = (wrong: RefusedNote["wrong"]) => {
    context.refused = true;
    return data<RefusedNote>({ ...said, wrong }, { status: 422 });
  };
  // A form posts two characters for the end of a line, which its field counts as one.
  const written = words.trim().replaceAll("\r\n", "\n");
  const on = dayIn(day);
  const subject = await subjectOf(code, about);
  const wrong: RefusedNote["wrong"] = {
    ...(on === undefined && { day: "Write the day like this: 2026-01-31." }),
    ...(written === "" && { words: "Write what happened." }),
    ...(written.length > longestNote && { words: `A note has at most ${longestNote} characters.` }),
    ...(!subject && { about: "This survey has no such step." }),
  };
  if (on === undefined || !subject || Object.keys(wrong).length > 0) return refuse(wrong);
  const note = { day: on, words: written, person };
  if (intent === "change") {
    await writeDown("change");
    const done = await numbers.notes.change(code, id, note);
    return done === "changed" ? list : refuse({ words: "This note has been deleted." });
  }
  if (intent !== "add") return refuse({ words: "Unknown action." });
  await writeDown("add");
  const done = await numbers.notes.add({ ...note, ...subject });
  return done === "added"
    ? list
    : refuse({ words: `There are already ${mostNotes} notes; delete one first.` });
}

/** The subject of a note, where it exists. */
async function subjectOf(code: string, about: string) {
  if (about === noteAbout.all) return { variant: "", place: "" };
  if (about === noteAbout.survey) return { variant: code, place: "" };
  const { view } = (await chartOf(code))!;
  return view.nodes.some(({ id }) => id === about) ? { variant: code, place: about } : undefined;
}
