import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { asksForWide, chartCodes } from "../chart-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { ComparePage, type ComparisonShown } from "./compare-page.tsx";
import { comparedAt, comparedNow } from "./compared.ts";
import { nameOf, problemOf, type Side, sideIn } from "./revision.ts";

/** 422 for sides that cannot be compared; without a second chart only the form is shown. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const params = new URL(args.request.url).searchParams;
  const sides = [sideIn(params, "before", "c"), sideIn(params, "after", "")] as const;
  const shown: ComparisonShown = { codes: chartCodes, sides, revisions: await revisionsHere(), problem: "" };
  if (sides[1].code === "") return data(shown);
  const found = await comparedOf(sides, asksForWide(params));
  return data({ ...shown, ...found }, { status: found.problem ? 422 : 200 });
}

async function comparedOf(sides: readonly [Side, Side], isWide: boolean) {
  const none = (problem: string) => ({ compared: undefined, problem });
  const problem = sides.map((side) => problemOf(side, chartCodes)).find(Boolean);
  if (problem) return none(problem);
  const [before, after] = sides;
  if (before.revision === "" && after.revision === "")
    return { compared: await comparedNow(before.code, after.code, isWide), problem: "" };
  // In production there is no git history, and no code that reads it.
  if (!import.meta.env.DEV) return none("This site has only its current charts.");
  const { differenceAt } = await import("./answers/revisions.ts");
  const answered = await differenceAt(nameOf(before), nameOf(after));
  if ("problem" in answered) return none(answered.problem);
  return { compared: await comparedAt(sides, answered, isWide), problem: "" };
}

/** Revisions to choose from; undefined in production. */
async function revisionsHere() {
  if (!import.meta.env.DEV) return undefined;
  const { recentRevisions } = await import("./answers/revisions.ts");
  return recentRevisions();
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Compare two charts");

export default function CompareRoute() {
  const [query] = useSearchParams();
  return <ComparePage {...(useLoaderData() as ComparisonShown)} query={query} />;
}
