import { useContext } from "react";
import { fill } from "../../../machines/messages/fill.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { languageOf, mainLanguage, reviewed } from "../../../services/words/languages.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { languageOfLink } from "../content/language.ts";
import { useMessages } from "../messages.ts";
import styles from "./site-layout.module.css";
import { LanguageLinks, Logo, PhoneLink } from "./site-links.tsx";

type Props = { company: Company; language?: Language };

/** Footer of every page, with the legal statements of spec 1. */
export function SiteFooter({ company, language = mainLanguage }: Props) {
  const { siteName, phone, email, address } = company;
  const { gpc } = useContext(PageShell);
  const { frame, consent, doNotSell } = useMessages(language);
  const { footer, rights } = frame;
  const { disclaimers } = consent;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.contact}>
          <Logo siteName={siteName} language={language} />
          <PhoneLink phone={phone} />
          <a href={`mailto:${email}`}>{email}</a>
          <span>{address}</span>
        </div>
        <ul className={styles.links}>
          {footer.map(({ title, url }) => (
            <li key={url}>
              <a href={url} hrefLang={languageOfLink(url, language)}>
                {title}
              </a>
            </li>
          ))}
          <li>
            <LanguageLinks language={language} />
          </li>
        </ul>
        <div className={styles.legal}>
          <p data-call-number {...languageOf(reviewed(language), language)}>
            {fill(disclaimers.join(" "), { siteName, phone: phone.display.replace(" ", "\u00a0") })}
          </p>
          {gpc && <p data-gpc>{doNotSell.state.signal}</p>}
          <p>
            © 2024 {siteName}. {rights}
          </p>
        </div>
      </div>
    </footer>
  );
}
