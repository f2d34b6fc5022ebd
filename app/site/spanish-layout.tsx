import type { ReactNode } from "react";
import type { Company } from "../survey/screen/page-data.ts";
import { CallLink } from "./call-link.tsx";
import { ClaimLink } from "./claim-link.tsx";
import header from "./header.module.css";
import { spanishSurveyUrl } from "./links.ts";
import { Logo } from "./logo.tsx";
import { SiteFooter } from "./site-footer.tsx";
import styles from "./site-layout.module.css";

/** Frame of a page in Spanish: the site's other pages are in English, so its header leads to the survey alone. */
export function SpanishLayout({ company, children }: { company: Company; children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Saltar al contenido principal
      </a>
      <header className={`${header.site} ${header.brief}`}>
        <div className={header.row}>
          <Logo siteName={company.siteName} />
          <CallLink phone={company.phone} label="Toque para llamar" bar />
          <ClaimLink url={spanishSurveyUrl}>Inicie su reclamo hoy</ClaimLink>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter company={company} language="es" />
    </>
  );
}
