import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { variants } from "../../../machines/registry.ts";
import { demandAccess } from "../../server/graph-access.ts";
import { chartCodes, chartOf } from "../chart-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { type Listed, ListPage } from "./list-page.tsx";

export async function loader(args: LoaderFunctionArgs): Promise<Listed[]> {
  await demandAccess(args);
  return Promise.all(
    chartCodes.map(async (code) => {
      const { layout, lengths } = (await chartOf(code))!;
      return { code, isSurvey: variants.has(code), width: layout.width, height: layout.height, lengths };
    }),
  );
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Step graphs");

export default function GraphsRoute() {
  return <ListPage charts={useLoaderData<typeof loader>()} />;
}
