import { useRouteLoaderData } from "@remix-run/react";
import type { Company } from "../survey/page-data.ts";

/** The company's facts from the root loader; only for routes rendered by Remix. */
export function useCompany(): Company {
  return (useRouteLoaderData("root") as { company: Company }).company;
}
