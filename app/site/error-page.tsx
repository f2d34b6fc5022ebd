import { useContext } from "react";
import type { Language } from "../../machines/steps/step.ts";
import { inLanguage } from "../../services/words/languages.ts";
import type { Company } from "../ui/company.ts";
import { PageShell } from "../ui/page-shell.tsx";
import styles from "./articles/prose.module.css";
import { LinkCards } from "./articles/prose.tsx";
import { SiteLayout } from "./layout/site-layout.tsx";
import { PhoneLink, StartLink } from "./layout/site-links.tsx";
import { surveyUrls } from "./links.ts";
import { useMessages } from "./messages.ts";

export function ErrorTitle({ status }: { status: number }) {
  const { company, language } = useContext(PageShell);
  const { title, notFound } = useMessages(language).trouble.errorPages;
  return <title>{`${status === 404 ? notFound.title : title} | ${company!.siteName}`}</title>;
}

/** A visitor's page for an unknown address, or for our own mistake. */
export function ErrorPage({ status }: { status: number }) {
  // No loader runs after a failed action, not even the root's.
  const { company, language } = useContext(PageShell);
  return (
    <SiteLayout company={company!} language={language}>
      {status === 404 ? (
        <NotFound language={language} />
      ) : (
        <Failure phone={company!.phone} language={language} />
      )}
    </SiteLayout>
  );
}

/** Content of the page for our own mistake. */
export function Failure({ phone, language }: { phone: Company["phone"]; language: Language }) {
  const { path } = useContext(PageShell);
  const { title, failed, again, call } = useMessages(language).trouble.errorPages;
  return (
    <div className={styles.prose}>
      <h1>{title}</h1>
      <p className={styles.lead}>{failed}</p>
      <p>
        <StartLink url={path}>{again}</StartLink>
      </p>
      <p>
        {call} <PhoneLink phone={phone} />
      </p>
    </div>
  );
}

/** Content of the 404 page, also for an unknown survey code (ruling 21). */
export function NotFound({ language }: { language: Language }) {
  const { elsewhere } = useMessages(language).frame;
  const { heading, lead, questions, start, further } = useMessages(language).trouble.errorPages.notFound;
  return (
    <div className={styles.prose}>
      <h1>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      <p>{questions}</p>
      <p>
        <StartLink url={inLanguage(surveyUrls, language)}>{start}</StartLink>
      </p>
      {elsewhere && (
        <>
          <h2>{further}</h2>
          <div className={styles.three}>
            <LinkCards cards={elsewhere} language={language} />
          </div>
        </>
      )}
    </div>
  );
}
