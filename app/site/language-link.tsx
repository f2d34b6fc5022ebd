import type { Language } from "../../machines/steps/step.ts";
import { pageIn } from "./links.ts";
import styles from "./prose.module.css";

type Props = {
  /** The English page's path. */
  page: `/${string}/`;
  /** Language of the page that the link is on. */
  language: Language;
};

const names: Record<Language, string> = { en: "English", es: "Español" };

/** Leads from a page that is there in both languages to the same page in the other one. */
export function LanguageLink({ page, language }: Props) {
  const other = language === "es" ? "en" : "es";
  return (
    <p className={styles.language}>
      <a href={pageIn(other, page)} lang={other} hrefLang={other}>
        {names[other]}
      </a>
    </p>
  );
}
