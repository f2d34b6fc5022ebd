import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findEntry } from "../../../machines/registry.ts";
import { notHere } from "../../server/sessions/graph-access.ts";
import { variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { InspectPage } from "./inspect-page.tsx";

export function loader({ request, params }: LoaderFunctionArgs) {
  if (!import.meta.env.DEV) throw notHere();
  const { code, entries } = variantOf(params.code);
  const asked = new URL(request.url).searchParams.get("survey") ?? "";
  const [path = ""] = asked.split("?");
  return { code, survey: findEntry(path)?.variant.code === code ? asked : Object.keys(entries)[0]! };
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Visit of ${params.code}`);

export default function InspectRoute() {
  return <InspectPage {...useLoaderData<typeof loader>()} />;
}
