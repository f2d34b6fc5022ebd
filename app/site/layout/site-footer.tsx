import { useContext } from "react";
import { fill } from "../../../machines/messages/fill.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { messagesIn } from "../../../services/words/index.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { doNotSellWords } from "../content/words.ts";
import { footerLinks, footerLinksInSpanish } from "../links.ts";
import styles from "./site-layout.module.css";
import { LanguageLink, Logo, PhoneLink } from "./site-links.tsx";

type Props = { company: Company; language?: Language };

/** Footer of every page, with the legal statements of spec 1. */
export function SiteFooter({ company, language = "en" }: Props) {
  const { siteName, phone, email, address } = company;
  const { gpc } = useContext(PageShell);
  const { disclaimers } = messagesIn(language).consent;
  const spanish = language === "es";
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
          {(spanish ? footerLinksInSpanish : footerLinks).map(({ title, url, hrefLang }) => (
            <li key={url}>
              <a href={url} hrefLang={hrefLang}>
                {title}
              </a>
            </li>
          ))}
          <li>
            <LanguageLink language={language} />
          </li>
        </ul>
        <div className={styles.legal}>
          <p data-call-number>
            {fill(disclaimers.join(" "), { siteName, phone: phone.display.replace(" ", "\u00a0") })}
          </p>
          {gpc && <p data-gpc>{doNotSellWords[language].state.signal}</p>}
          <p>
            © 2024 {siteName}. {spanish ? "Todos los derechos reservados." : "All rights reserved."}
          </p>
        </div>
      </div>
    </footer>
  );
}
