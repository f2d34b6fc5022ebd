import type { ReactNode } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import type { Company } from "../../ui/company.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader, SpanishHeader } from "./site-header.tsx";
import styles from "./site-layout.module.css";

type Props = {
  company: Company;
  language?: Language;
  /** Whether the visitor has just filed: the header does not ask for it again. */
  hasFiled?: boolean;
  children: ReactNode;
};

/** Frame of a site page: skip link, header, main, footer. */
export function SiteLayout({ company, language = "en", hasFiled, children }: Props) {
  const [skip, Header] =
    language === "es"
      ? (["Saltar al contenido principal", SpanishHeader] as const)
      : (["Skip to main content", SiteHeader] as const);
  return (
    <>
      <a className={styles.skip} href="#main">
        {skip}
      </a>
      <Header company={company} hasFiled={hasFiled} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter company={company} language={language} />
    </>
  );
}
