import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { EntryDefaults, Tracking } from "../../../machines/context/tracking.ts";
import type { CallTracker } from "../../../machines/site/page-scripts.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { mainLanguage } from "../../../services/words/languages.ts";
import type { Company } from "../../ui/company.ts";
import { IslandData } from "../../ui/island-data.tsx";
import { useMessages } from "../messages.ts";
import { SiteHeader } from "./headers.tsx";
import { SiteFooter } from "./site-footer.tsx";
import styles from "./site-layout.module.css";

type Props = {
  company: Company;
  language?: Language;
  /** Whether the visitor has just filed: the header does not ask for it again. */
  hasFiled?: boolean;
  children: ReactNode;
};

/** Frame of a site page: skip link, header, main, footer. */
export function SiteLayout({ company, language = mainLanguage, hasFiled, children }: Props) {
  return (
    <>
      <a className={styles.skip} href="#main">
        {useMessages(language).frame.skip}
      </a>
      <SiteHeader company={company} language={language} hasFiled={hasFiled} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter company={company} language={language} />
    </>
  );
}

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

/**
 * The page's number, the call tracker that may replace it, and how the visitor came: by their visit, else by the
 * address.
 */
export type CallData = {
  tracker: CallTracker;
  phone: Company["phone"];
  tracking?: Tracking;
  defaults?: EntryDefaults;
};

type CallTrackingProps = {
  tracker?: CallTracker;
  company: Company;
  /** How the visitor came, from their visit; else from the page's address. */
  tracking?: Tracking;
  /** The path's presets, before there is a visit. */
  defaults?: EntryDefaults;
};

/** Lets a call tracker give this page its number, where one is configured; not for thank-you and legal pages. */
export function CallTracking({ tracker, company, tracking, defaults }: CallTrackingProps) {
  if (!tracker) return null;
  const data: CallData = { tracker, phone: company.phone, tracking, defaults };
  return <IslandData id="call-tracking" island="calls" data={data} />;
}

type RootData = { company: Company; callTracker?: CallTracker };

/** The call tracker, from the root loader likewise. */
function useCallTracker(): CallTracker | undefined {
  return (useRouteLoaderData("root") as RootData).callTracker;
}

/** The company's facts from the root loader; only for routes rendered by Remix. */
export function useCompany(): Company {
  return (useRouteLoaderData("root") as RootData).company;
}
