import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Viewer } from "../../../services/console/console.ts";
import { mayAs } from "../../../services/console/roles.ts";
import type { ConsoleSession } from "../../../services/store/rows.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { shownTime } from "../ui/shown.ts";
import { browserIn } from "./load-browser.ts";
import { SessionsPage } from "./sessions-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, "sessions");
  const { console, settings } = args.context.services;
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const sessions = (await console.sessions()).filter((session) => mayEnd(viewer, session));
  return {
    viewer: { name: viewer.name, role: viewer.role },
    sessions: sessions.map(({ idHash, person, beganAt, expiresAt, browser }) => ({
      id: idHash,
      person,
      since: time(beganAt),
      until: time(expiresAt),
      browser: browserIn(browser),
      isOwn: idHash === viewer.session,
    })),
  };
}

/** Ends one of the sessions that the page lists. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await demandViewer(args, "sessions");
  const { console, log, store } = args.context.services;
  const { session = "" } = await readConsoleForm(args.request);
  const found = (await console.sessions()).find(({ idHash }) => idHash === session);
  if (!found || !mayEnd(viewer, found)) throw new Response("There is no such session.", { status: 404 });
  await store.readings.add(viewer.name, "console end session", [], { about: found.person });
  await console.end(found.idHash);
  log("console.session_ended");
  return redirect("/console/sessions", 303);
}

/** Whether the session is the viewer's own, or the viewer may see everything. */
function mayEnd({ name, role }: Viewer, { person }: ConsoleSession): boolean {
  return person === name || mayAs(role, "leads");
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sessions");

export default function SessionsRoute() {
  return <SessionsPage {...useLoaderData<typeof loader>()} />;
}
