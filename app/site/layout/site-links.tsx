import { useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { inOtherLanguages, pageIn, surveyUrls } from "../links.ts";
import styles from "./site-links.module.css";

/** The mark and the site's name; leads home, in the page's language. */
export function Logo({ siteName, language }: { siteName: string; language: Language }) {
  return (
    <a className={styles.logo} href={pageIn(language, "/")}>
      <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true">
        <rect className={styles.tile} width="40" height="40" rx="10" />
        <path className={styles.path} d="M11 30c0-9 18-7 18-16m-5.5 0 5.5-5.5 5.5 5.5" />
        <circle className={styles.start} cx="11" cy="30" r="3.5" />
      </svg>
      <span className={styles.name}>{siteName}</span>
    </a>
  );
}

type PhoneProps = { phone: Company["phone"] };

/** The phone number as a link. With `data-call-number` a call tracker may replace it. */
export function PhoneLink({ phone }: PhoneProps) {
  return (
    <a href={`tel:${phone.dial}`} data-call-number>
      {phone.display}
    </a>
  );
}

type CallProps = {
  phone: Company["phone"];
  label: string;
  /** Whether it has its own bar on a phone, where the row is full. */
  bar?: boolean;
};

/** "Click to Call" and the number as one telephone link. */
export function CallLink({ phone, label, bar }: CallProps) {
  return (
    <a
      className={bar ? `${styles.call} ${styles.bar}` : styles.call}
      href={`tel:${phone.dial}`}
      data-call-number
    >
      <span className={styles.label}>{label}</span> <span className={styles.number}>{phone.display}</span>
    </a>
  );
}

type LanguageProps = {
  language: Language;
  className?: string;
};

/** Links to the same page in the other languages, or to a language's home page where there is none. */
export function LanguageLinks({ language, className }: LanguageProps) {
  const { path } = useContext(PageShell);
  return inOtherLanguages(language, path).map(({ title, url, hrefLang }) => (
    <a key={url} className={className} href={url} lang={hrefLang} hrefLang={hrefLang} data-language-link>
      {title}
    </a>
  ));
}

type StartProps = { children: string; url?: string };

/** The button-like link with which a site page leads into the survey. */
export function StartLink({ children, url = inLanguage(surveyUrls, mainLanguage) }: StartProps) {
  return (
    <a className={styles.begin} href={url}>
      {children}
    </a>
  );
}

/** The call to action of a site page's header (spec 2.2). */
export function ClaimLink({ url, children }: { url: string; children: string }) {
  return (
    <a className={styles.claim} href={url}>
      {children}
    </a>
  );
}
