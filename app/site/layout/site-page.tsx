import type { ReactNode } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import { useCallTracker, useCompany } from "../use-company.ts";
import { CallTracking } from "./call-tracking.tsx";
import { SiteLayout } from "./site-layout.tsx";

/** A site page in its frame, with a call tracker's number where one is configured. */
export function SitePage({ language, children }: { language?: Language; children: ReactNode }) {
  const company = useCompany();
  return (
    <SiteLayout company={company} language={language}>
      {children}
      <CallTracking tracker={useCallTracker()} company={company} />
    </SiteLayout>
  );
}
