import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { asksForWide, laidOut } from "../chart-of.ts";
import { variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { reportOf } from "./read-report.ts";
import { WhatIfPage } from "./what-if-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { code } = variantOf(args.params.code);
  const folder = args.context.services.settings.whatIfFolder;
  const isWide = asksForWide(new URL(args.request.url).searchParams);
  try {
    const report = await reportOf(folder, code);
    if (!report) return { code, report: null };
    const { before, after } = report.drawn;
    const layouts = { before: await laidOut(before.view, isWide), after: await laidOut(after.view, isWide) };
    return { code, report: { ...report, layouts } };
  } catch (error) {
    const unreadable = `The latest run in ${folder} cannot be read: ${(error as Error).message}`;
    return { code, report: null, unreadable };
  }
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `What if: ${params.code}`);

export default function WhatIfRoute() {
  const [query] = useSearchParams();
  return <WhatIfPage {...useLoaderData<typeof loader>()} query={query} />;
}
