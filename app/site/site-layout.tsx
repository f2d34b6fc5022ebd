import type { ReactNode } from "react";
import type { Company } from "../survey/screen/page-data.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import styles from "./site-layout.module.css";

/** Frame of a site page: skip link, header, main, footer. */
export function SiteLayout({ company, children }: { company: Company; children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <SiteHeader company={company} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter company={company} />
    </>
  );
}
