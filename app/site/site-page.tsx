import type { ReactNode } from "react";
import { CallTracking } from "./call-tracking.tsx";
import { SiteLayout } from "./site-layout.tsx";
import { useCallTracker, useCompany } from "./use-company.ts";

/** A site page in its frame, with a call tracker's number where one is configured. */
export function SitePage({ children }: { children: ReactNode }) {
  const company = useCompany();
  return (
    <SiteLayout company={company}>
      {children}
      <CallTracking tracker={useCallTracker()} company={company} />
    </SiteLayout>
  );
}
