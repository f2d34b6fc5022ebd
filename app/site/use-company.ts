import { useRouteLoaderData } from "@remix-run/react";
import type { CallTracker } from "../../machines/site/page-scripts.ts";
import type { Company } from "../ui/company.ts";

type RootData = { company: Company; callTracker?: CallTracker };

/** Who gives the telephone number shown, from the root loader likewise. */
export function useCallTracker(): CallTracker | undefined {
  return (useRouteLoaderData("root") as RootData).callTracker;
}

/** The company's facts from the root loader; only for routes rendered by Remix. */
export function useCompany(): Company {
  return (useRouteLoaderData("root") as RootData).company;
}
