import { useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import type { Settings } from "../../../services/settings/env.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import type { Text } from "../content/markdown.ts";
import { fill } from "../content/markdown.ts";
import type { LegalPage as Page } from "../content/pages.ts";
import { daysInWords, longDate } from "../in-words.ts";
import { useMessages } from "../messages.ts";
import { changedOn } from "../site-pages.ts";
import styles from "./prose.module.css";
import { companyFacts, type Facts, Prose } from "./prose.tsx";

/** Days after which each kind of thing is erased. */
export type KeptDays = Settings["retention"];

type Props = { page: Page; company: Company; language: Language; kept?: KeptDays };

/** The privacy policy or the terms of use, from their Markdown. */
export function LegalPage({ page, company, language, kept }: Props) {
  const { about } = useContext(PageShell);
  const facts = { ...companyFacts(company, about, language), ...(kept && daysOf(kept, language)) };
  const { siteName } = company;
  return (
    <div className={styles.prose}>
      <h1>{page.title}</h1>
      <LastUpdated path={page.path} language={language} />
      <p className={styles.lead}>
        <Prose markup={page.lead} facts={facts} />
      </p>
      {page.sections.map((section) => (
        <LegalSection
          key={section.heading}
          {...section}
          heading={fill(section.heading, { siteName })}
          facts={facts}
        />
      ))}
    </div>
  );
}

/** One that links from elsewhere lead to is a place of its own. */
function LegalSection({ heading, id, body, facts }: Text["sections"][number] & { facts: Facts }) {
  const title = id && `${id}-title`;
  const text = (
    <>
      <h2 id={title}>{heading}</h2>
      <Prose markup={body} facts={facts} />
    </>
  );
  return id ? (
    <section id={id} aria-labelledby={title}>
      {text}
    </section>
  ) : (
    text
  );
}

/** What the policy says of the times that `retentionAges` keeps to. */
function daysOf(kept: KeptDays, language: Language): Facts {
  return Object.fromEntries(
    Object.entries(kept).map(([kind, count]) => [`days of ${kind}`, daysInWords(count, language)]),
  );
}

type UpdatedProps = { path: `/${string}/`; language: Language };

/** The day on which a policy last changed. */
function LastUpdated({ path, language }: UpdatedProps) {
  const day = changedOn(path);
  return (
    <p className={styles.updated}>
      {useMessages(language).frame.updated} <time dateTime={day}>{longDate(day, language)}</time>
    </p>
  );
}
