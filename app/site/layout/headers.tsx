import { type ReactNode, useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { pageFeatures } from "../../features.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { type NavLink, pageIn, surveyUrls } from "../links.ts";
import { useMessages } from "../messages.ts";
import styles from "./headers.module.css";
import { CallLink, ClaimLink, LanguageLinks, Logo } from "./site-links.tsx";

type Props = {
  company: Company;
  language: Language;
  /** Whether the visitor has just filed, and needs no call to it. */
  hasFiled?: boolean;
};

/**
 * Header and navigation of a site page (spec 2.2). Menu and dropdowns are disclosures that open
 * without scripts too; the island (menu.ts) has the navigation's chart drive them. In a language in which few pages are
 * there is no menu: it leads to the survey and to the other languages.
 */
export function SiteHeader({ company, language, hasFiled }: Props) {
  const { call, claim, menu, moreHelp } = useMessages(language).frame;
  const begin = <ClaimLink url={claim.url ?? inLanguage(surveyUrls, language)}>{claim.text}</ClaimLink>;
  return menu ? (
    <header className={styles.site} data-island="menu">
      <div className={styles.row}>
        <Logo siteName={company.siteName} language={language} />
        <CallLink phone={company.phone} label={call} bar />
        {/* What it opens is beside it: wide windows, which have no menu, show that as it is. */}
        <details className={styles.menu} data-toggle="TOGGLE_MENU">
          <summary className={styles.hamburger} aria-controls="site-navigation">
            <span className={styles.bars} aria-hidden="true" />
            {menu.open}
          </summary>
        </details>
        <Menu {...menu} language={language} />
        {!hasFiled && begin}
      </div>
    </header>
  ) : (
    <header className={`${styles.site} ${styles.brief}`}>
      <div className={styles.row}>
        <Logo siteName={company.siteName} language={language} />
        <CallLink phone={company.phone} label={call} bar />
        {hasFiled ? (
          <a className={styles.link} href={pageIn(language, "/where-to-turn/")}>
            {moreHelp}
          </a>
        ) : (
          begin
        )}
        <LanguageLinks className={styles.link} language={language} />
      </div>
    </header>
  );
}

type MenuWords = NonNullable<Messages["frame"]["menu"]>;

function Menu({ name, overview, links, language }: MenuWords & { language: Language }) {
  const { path } = useContext(PageShell);
  return (
    <nav className={styles.nav} id="site-navigation" aria-label={name}>
      <ul className={styles.links}>
        {withFeatures(links).map((link) => (
          <li key={link.url}>
            {link.links ? (
              <Dropdown {...link} links={[{ title: overview, url: link.url }, ...link.links]} path={path} />
            ) : (
              <Item {...link} path={path} />
            )}
          </li>
        ))}
        <li>
          <LanguageLinks className={styles.link} language={language} />
        </li>
      </ul>
    </nav>
  );
}

const ofFeatures = pageFeatures.flatMap(({ inMenu }) => inMenu ?? []);

/** The menu with what features have in it. */
function withFeatures(links: MenuWords["links"]): MenuWords["links"] {
  return links.flatMap((entry) => {
    const inside = ofFeatures.filter((each) => "under" in each && each.under === entry.url);
    const behind = ofFeatures.filter((each) => "after" in each && each.after === entry.url);
    return [entry.links ? { ...entry, links: [...entry.links, ...inside] } : entry, ...behind];
  });
}

function Item({ title, url, path }: NavLink & { path: string }) {
  return (
    <a className={styles.link} href={url} aria-current={isAt(url, path) ? "page" : undefined}>
      {title}
    </a>
  );
}

type DropdownProps = MenuWords["links"][number] & { links: NavLink[]; path: string };

/** Pressing its name opens the list, in which the page itself is the first. */
function Dropdown({ title, url, toggle, links, path }: DropdownProps) {
  const isInside = path.startsWith(url);
  return (
    <details className={styles.parent} data-toggle={toggle}>
      <summary className={styles.link} aria-current={isInside ? "true" : undefined}>
        {title}
      </summary>
      <ul className={styles.list}>
        {links.map((link) => (
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
        <CallLink phone={company.phone} label={useMessages(language).frame.call} />
      </div>
      {children}
    </header>
  );
}
