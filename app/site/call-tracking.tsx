import type { Tracking } from "../../machines/lead/tracking.ts";
import type { CallTracker } from "../../machines/site/page-scripts.ts";
import type { CallData } from "../page-scripts/calls.ts";
import type { Company } from "../ui/company.ts";
import { IslandData } from "../ui/island-data.tsx";

type Props = { tracker?: CallTracker; company: Company; tracking: Tracking };

/** Lets a call tracker give this page its number, where one is configured; not for thank-you and legal pages. */
export function CallTracking({ tracker, company, tracking }: Props) {
  if (!tracker) return null;
  const data: CallData = { tracker, phone: company.phone, tracking };
  return <IslandData id="call-tracking" island="calls" data={data} />;
}
