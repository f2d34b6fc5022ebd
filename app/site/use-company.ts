import { useRouteLoaderData } from "@remix-run/react";
import type { CallTracker } from "../../machines/site/page-scripts.ts";
import type { Company } from "../survey/page-data.ts";

/** Who gives the telephone number shown, likewise. */
export function useCallTracker(): CallTracker | undefined {
  return (useRouteLoaderData("root") as { callTracker?: CallTracker }).callTracker;
}

/** The company's facts from the root loader; only for routes rendered by Remix. */
export function useCompany(): Company {
  return (useRouteLoaderData("root") as { company: Company }).company;
}
