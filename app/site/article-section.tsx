import { useContext } from "react";
import type { Company } from "../ui/company.ts";
import { PageShell } from "../ui/page-shell.tsx";
import { type Faq, type Section, sectionId } from "./article.ts";
import styles from "./article-section.module.css";

type Props = { section: Section; company: Company };

/** A section of an article: its text, then its questions and answers. */
export function ArticleSection({ section, company }: Props) {
  const { heading, body, questions = [] } = section;
  const { about } = useContext(PageShell);
  const id = sectionId(section);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {typeof body === "function" ? body(company, about) : body}
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
