import { useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { inOtherLanguage } from "../links.ts";

type Props = {
  /** Language of the page that the link is on. */
  language: Language;
  className?: string;
};

/** Leads to the same page in the other language, or to that language's home page where there is none. */
export function LanguageLink({ language, className }: Props) {
  const { path } = useContext(PageShell);
  const { title, url, hrefLang } = inOtherLanguage(language, path);
  return (
    <a className={className} href={url} lang={hrefLang} hrefLang={hrefLang} data-language-link>
      {title}
    </a>
  );
}
