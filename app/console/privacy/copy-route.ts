import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { copyFor, personIn } from "./load.ts";

/** A copy is posted for, since no address may name a person. */
export async function loader(args: LoaderFunctionArgs) {
  await demandViewer(args, "privacy");
  return redirect("/console/privacy", 303);
}

/** The copy of the person that the form names. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await demandViewer(args, "privacy");
  const named = personIn(await readConsoleForm(args.request));
  if ("fault" in named) return new Response(named.fault, { status: 422 });
  return new Response(await copyFor(named.person, viewer, args.context), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="person.json"',
    },
  });
}
