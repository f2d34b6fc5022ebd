import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { demandAccess } from "../../server/graph-access.ts";
import { chartOf } from "../chart-of.ts";
import { variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { titlesIn } from "../ui/title-of.ts";
import { changeNotes } from "./answers/change.ts";
import { notesOf } from "./answers/notes-of.ts";
import { NotesPage, type RefusedNote } from "./notes-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { code } = variantOf(args.params.code);
  const { view } = (await chartOf(code))!;
  const titleOf = titlesIn(view);
  const places = view.nodes.map(({ id }) => ({ id, title: titleOf(id) }));
  return { code, places, notes: await notesOf(args.context, view) };
}

export const action = (args: ActionFunctionArgs) => changeNotes(args);

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Notes on ${params.code}`);

export default function NotesRoute() {
  const [query] = useSearchParams();
  const refused = useActionData() as RefusedNote | undefined;
  return <NotesPage {...useLoaderData<typeof loader>()} place={query.get("place") ?? ""} refused={refused} />;
}
