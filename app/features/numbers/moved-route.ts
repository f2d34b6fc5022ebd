import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import type { Show } from "./query.ts";

/** Pages that a survey had before its numbers were one, by the end of their addresses (`formerPages`). */
const former: Record<string, Show> = {
  breakdown: "values",
  "over-time": "time",
  compare: "sides",
  notes: "notes",
  // Saved views are a note now.
  views: "notes",
};

/** Redirects from such a page, or from its file (`…/over-time/steps.csv`), to the new address. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await demandAccess(args, "numbers");
  const { code = "", table } = args.params;
  const { pathname, searchParams } = new URL(args.request.url);
  const page = Object.keys(former).find((name) => pathname.split("/").includes(name))!;
  searchParams.set("show", former[page]!);
  const file = table === undefined ? "" : `/${encodeURIComponent(table)}`;
  return redirect(`/graphs/${encodeURIComponent(code)}/numbers${file}?${searchParams}`, 301);
}
