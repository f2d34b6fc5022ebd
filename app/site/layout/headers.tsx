import { type ReactNode, useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import { pageFeatures } from "../../features.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { type NavLink, type NavParent, navLinks, surveyUrls } from "../links.ts";
import styles from "./headers.module.css";
import { CallLink, ClaimLink, LanguageLink, Logo } from "./site-links.tsx";

type Props = {
  company: Company;
  /** Whether the visitor has just filed, and needs no call to it. */
  hasFiled?: boolean;
};

/**
 * Header and navigation of a site page (spec 2.2). Menu and dropdowns are disclosures that open
 * without scripts too; the island (menu.ts) has the navigation's chart drive them.
 */
export function SiteHeader({ company, hasFiled }: Props) {
  const { path } = useContext(PageShell);
  return (
    <header className={styles.site} data-island="menu">
      <div className={styles.row}>
        <Logo siteName={company.siteName} language="en" />
        <CallLink phone={company.phone} label="Click to Call" bar />
        {/* What it opens is beside it: wide windows, which have no menu, show that as it is. */}
        <details className={styles.menu} data-toggle="TOGGLE_MENU">
          <summary className={styles.hamburger} aria-controls="site-navigation">
            <span className={styles.bars} aria-hidden="true" />
            Menu
          </summary>
        </details>
        <nav className={styles.nav} id="site-navigation" aria-label="Main">
          <ul className={styles.links}>
            {menu.map((link) => (
              <li key={link.url}>
                {"links" in link ? <Dropdown {...link} path={path} /> : <Item {...link} path={path} />}
              </li>
            ))}
            <li>
              <LanguageLink className={styles.link} language="en" />
            </li>
          </ul>
        </nav>
        {!hasFiled && <ClaimLink url="/contact/">File your claim today</ClaimLink>}
      </div>
    </header>
  );
}

const ofFeatures = pageFeatures.flatMap(({ inMenu }) => inMenu ?? []);

/** The menu with what features have in it. */
const menu = navLinks.flatMap((entry) => {
  const inside = ofFeatures.filter((each) => "under" in each && each.under === entry.url);
  const behind = ofFeatures.filter((each) => "after" in each && each.after === entry.url);
  return ["links" in entry ? { ...entry, links: [...entry.links, ...inside] } : entry, ...behind];
});

/** Over a page in Spanish: the site's other pages are in English, so it leads to the survey and to English. */
export function SpanishHeader({ company, hasFiled }: Props) {
  return (
    <header className={`${styles.site} ${styles.brief}`}>
      <div className={styles.row}>
        <Logo siteName={company.siteName} language="es" />
        <CallLink phone={company.phone} label="Toque para llamar" bar />
        {hasFiled ? (
          <a className={styles.link} href="/es/where-to-turn/">
            Más ayuda
          </a>
        ) : (
          <ClaimLink url={surveyUrls.es}>Inicie su reclamo hoy</ClaimLink>
        )}
        <LanguageLink className={styles.link} language="es" />
      </div>
    </header>
  );
}

function Item({ title, url, path }: NavLink & { path: string }) {
  return (
    <a className={styles.link} href={url} aria-current={isAt(url, path) ? "page" : undefined}>
      {title}
    </a>
  );
}

/** The page above the sub-pages is the first in its list: pressing its name opens the list instead. */
function Dropdown({ title, url, toggle, links, path }: NavParent & { path: string }) {
  const isInside = path.startsWith(url);
  return (
    <details className={styles.parent} data-toggle={toggle}>
      <summary className={styles.link} aria-current={isInside ? "true" : undefined}>
        {title}
      </summary>
      <ul className={styles.list}>
        {[{ title: "Overview", url }, ...links].map((link) => (
          <li key={link.url}>
            <Item {...link} path={path} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function isAt(url: string, path: string): boolean {
  return url === (path.endsWith("/") ? path : `${path}/`);
}

type SurveyHeaderProps = {
  company: Company;
  language: Language;
  /** What the survey adds below logo and number. */
  children?: ReactNode;
};

/** Header of a survey page: its only links away from the question are the phone number and the home page. */
export function SurveyHeader({ company, language, children }: SurveyHeaderProps) {
  return (
    <header className={styles.survey}>
      <div className={styles.row}>
        <Logo siteName={company.siteName} language={language} />
        <CallLink phone={company.phone} label={language === "es" ? "Toque para llamar" : "Click to Call"} />
      </div>
      {children}
    </header>
  );
}
