import { useRouteLoaderData } from "@remix-run/react";
import type { Tracking } from "../../machines/lead/tracking.ts";
import type { CallTracker } from "../../machines/site/page-scripts.ts";
import type { Company } from "../ui/company.ts";

/** Who gives the telephone number shown, and how the visitor came, likewise. */
export function useCallTracking(): { tracker?: CallTracker; tracking: Tracking } {
  const { callTracker, tracking } = useRouteLoaderData("root") as {
    callTracker?: CallTracker;
    tracking: Tracking;
  };
  return { tracker: callTracker, tracking };
}

/** The company's facts from the root loader; only for routes rendered by Remix. */
export function useCompany(): Company {
  return (useRouteLoaderData("root") as { company: Company }).company;
}
