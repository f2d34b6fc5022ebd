import { useContext } from "react";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import type { Faq, Section } from "../content/markdown.ts";
import { sectionId } from "../content/pages.ts";
import styles from "./article-section.module.css";
import { companyFacts, Prose } from "./prose.tsx";
import { factsOfState, StatesTable } from "./state-parts.tsx";

type Props = { section: Section; state?: StateCode; company: Company };

/** A section of an article: its text, then its questions and answers. @property state that it is a guide to */
export function ArticleSection({ section, state, company }: Props) {
  const { heading, body, questions } = section;
  const { about } = useContext(PageShell);
  const id = sectionId(section);
  const facts = {
    ...companyFacts(company, about, "en"),
    ...(state && factsOfState(state)),
    "all states": <StatesTable />,
  };
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <Prose markup={body} facts={facts} />
      {questions.map((faq) => (
        <Question key={faq.question} {...faq} />
      ))}
    </section>
  );
}

function Question({ question, answer }: Faq) {
  return (
    <div data-faq className={styles.faq}>
      <h3>{question}</h3>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
