import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { mostNotes } from "../../../../../services/store/analytics/day-notes.ts";
import { readConsoleForm } from "../../../../server/requests/bodies.ts";
import { demandAccess } from "../../../../server/sessions/graph-access.ts";
import { chartOf } from "../../../chart-of.ts";
import { variantOf } from "../../../site-of.ts";
import { about as known, longestNote } from "../../notes/note-shown.ts";
import type { RefusedNote } from "../../notes/notes-page.tsx";
import { showAddress } from "../../shows.ts";
import { dayIn } from "./notes-of.ts";

/**
 * Adds, changes or deletes a note: 303 to the list, 422 with why not.
 * @throws Response 404 for who may not see the numbers, and where there is no such survey
 */
export async function changeNotes(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { name: person } = await demandAccess(args, "numbers");
  const { code } = variantOf(params.code);
  const { intent, id = "", day = "", about = "", words = "" } = await readConsoleForm(args.request);
  const { dayNotes, readings } = context.services.store;
  const writeDown = (deed: string) =>
    readings.add(person ?? "someone with the token", `charts ${deed} note`, [], { about: code });
  const list = redirect(showAddress(code, "notes", new URLSearchParams()), 303);
  if (intent === "delete") {
    await writeDown("delete");
    await dayNotes.remove(code, id);
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
    const done = await dayNotes.change(code, id, note);
    return done === "changed" ? list : refuse({ words: "This note has been deleted." });
  }
  if (intent !== "add") return refuse({ words: "Unknown action." });
  await writeDown("add");
  const done = await dayNotes.add({ ...note, ...subject });
  return done === "added"
    ? list
    : refuse({ words: `There are already ${mostNotes} notes; delete one first.` });
}

/** What a note is about, where there is such a thing. */
async function subjectOf(code: string, about: string) {
  if (about === known.all) return { variant: "", place: "" };
  if (about === known.survey) return { variant: code, place: "" };
  const { view } = (await chartOf(code))!;
  return view.nodes.some(({ id }) => id === about) ? { variant: code, place: about } : undefined;
}
