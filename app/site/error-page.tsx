import { useContext } from "react";
import { errorWords } from "../../machines/messages/error-page.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { Company } from "../ui/company.ts";
import { PageShell } from "../ui/page-shell.tsx";
import styles from "./articles/prose.module.css";
import { PhoneLink } from "./layout/phone-link.tsx";
import { SiteLayout } from "./layout/site-layout.tsx";
import { NotFound } from "./not-found.tsx";

/** Its title, with the site's name. */
export function ErrorTitle({ status }: { status: number }) {
  const { company, language } = useContext(PageShell);
  const { title, notFound } = errorWords[language];
  return <title>{`${status === 404 ? notFound.title : title} | ${company!.siteName}`}</title>;
}

/** What a visitor sees instead of a page: an unknown address, or our own mistake. */
export function ErrorPage({ status }: { status: number }) {
  // No loader runs after an action that failed, the root's neither.
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

function Failure({ phone, language }: { phone: Company["phone"]; language: Language }) {
  const { title, failed, call } = errorWords[language];
  return (
    <div className={styles.prose}>
      <h1>{title}</h1>
      <p className={styles.lead}>{failed}</p>
      <p>
        {call} <PhoneLink phone={phone} />
      </p>
    </div>
  );
}
