import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { settingsData } from "./load.ts";
import { SettingsPage } from "./settings-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "settings");
  return { viewer: { name, role }, ...settingsData(args.context) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Settings");

export default function SettingsRoute() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
