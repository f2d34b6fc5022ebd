import type { EntryDefaults, Tracking } from "../../../machines/lead/tracking.ts";
import type { CallTracker } from "../../../machines/site/page-scripts.ts";
import type { Company } from "../../ui/company.ts";
import { IslandData } from "../../ui/island-data.tsx";

/** The number that the page shows, who may give another, and how the visitor came: by their visit, else by the address. */
export type CallData = {
  tracker: CallTracker;
  phone: Company["phone"];
  tracking?: Tracking;
  defaults?: EntryDefaults;
};

type Props = {
  tracker?: CallTracker;
  company: Company;
  /** How the visitor came, where their visit says so; else the page's address does. */
  tracking?: Tracking;
  /** What the path presets, where there is no visit yet. */
  defaults?: EntryDefaults;
};

/** Lets a call tracker give this page its number, where one is configured; not for thank-you and legal pages. */
export function CallTracking({ tracker, company, tracking, defaults }: Props) {
  if (!tracker) return null;
  const data: CallData = { tracker, phone: company.phone, tracking, defaults };
  return <IslandData id="call-tracking" island="calls" data={data} />;
}
