import { useContext } from "react";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import { mainLanguage } from "../../../services/words/languages.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { articleWords as words } from "../content/article-words.ts";
import { type Faq, fill, type Section } from "../content/markdown.ts";
import { type Article, articleAt, guideOf, partsOf, sectionId } from "../content/pages.ts";
import { longDate } from "../in-words.ts";
import { PathLine } from "../layout/path-line.tsx";
import { StartLink } from "../layout/site-links.tsx";
import styles from "./article-page.module.css";
import { companyFacts, LinkCards, Prose } from "./prose.tsx";
import { factsOfState, StatesTable, ToWorkOut } from "./state-parts.tsx";

type Props = { article: Article; company: Company };

/** An article as a page: its guide above it, its summary, its sections, and further pages. */
export function ArticlePage({ article, company }: Props) {
  const guide = guideOf(article);
  const chosen = article.cards?.map(articleAt);
  const parts = guide ? [] : (chosen ?? partsOf(article));
  const others = guide ? (chosen ?? partsOf(guide).filter((part) => part !== article)) : [];
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        {guide && <Breadcrumbs guide={guide} article={article} />}
        <h1>{article.title}</h1>
        {!article.isAboutUs && <Review article={article} />}
      </header>
      <section className={styles.short} aria-labelledby="in-short">
        <h2 id="in-short">{words.inShort}</h2>
        <ul>
          {article.inShort.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      <nav className={styles.contents} aria-labelledby="contents">
        <p id="contents">{words.contents}</p>
        <ul>
          {article.sections.map((section) => (
            <li key={section.heading}>
              <a href={`#${sectionId(section)}`}>{section.heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.text}>
        {parts.length > 0 && <Cards heading={words.parts} articles={parts} />}
        {article.sections.map((section) => (
          <ArticleSection key={section.heading} section={section} state={article.state} company={company} />
        ))}
        <section className={styles.action} aria-labelledby="next-step">
          <h2 id="next-step">{words.next.title}</h2>
          <p>{words.next.text}</p>
          <StartLink>{words.next.start}</StartLink>
        </section>
        {guide && (
          <Cards heading={fill(words.others, { guide: guide.name.toLowerCase() })} articles={others} />
        )}
      </div>
    </article>
  );
}

/** When the facts were last checked, and by whom where the operator names somebody. */
function Review({ article }: { article: Article }) {
  const { reviewer } = useContext(PageShell).about;
  return (
    <p className={styles.note}>
      {reviewer?.photo && <img src={reviewer.photo} alt="" width="48" height="48" />}
      <Prose
        markup={words.reviewed}
        facts={{
          day: <time dateTime={article.changed}>{longDate(article.changed)}</time>,
          reviewer: reviewer && <a href={reviewer.barRecord}>{reviewer.name}</a>,
          title: reviewer?.title,
        }}
      />
    </p>
  );
}

function Breadcrumbs({ guide, article }: { guide: Article; article: Article }) {
  return (
    <nav className={styles.crumbs} aria-label={words.way.name}>
      <ol>
        <li>
          <a href="/">{words.way.home}</a>
        </li>
        <li>
          <a href={guide.path}>{guide.name}</a>
        </li>
        <li aria-current="page">{article.name}</li>
      </ol>
    </nav>
  );
}

function Cards({ heading, articles }: { heading: string; articles: readonly Article[] }) {
  return (
    <section className={styles.more} aria-labelledby="more">
      <h2 id="more">{heading}</h2>
      <LinkCards
        cards={articles.map(({ path, name, description }) => ({ url: path, name, text: description }))}
      />
    </section>
  );
}

type SectionProps = { section: Section; state?: StateCode; company: Company };

/** A section of an article: its text, then its questions and answers. @property state that it is a guide to */
function ArticleSection({ section, state, company }: SectionProps) {
  const { heading, body, questions } = section;
  const { about } = useContext(PageShell);
  const id = sectionId(section);
  const facts = {
    ...companyFacts(company, about, mainLanguage),
    "to work out": <ToWorkOut state={state} />,
    ...(state && factsOfState(state)),
    "all states": <StatesTable />,
    "claim path": <ClaimPath />,
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

/** How a claim runs. */
function ClaimPath() {
  return (
    <div className={styles.path}>
      <PathLine
        places={words.claimPath.map(({ name, span }) => ({
          name,
          text: (
            <>
              <strong>{name}</strong>
              <span>{span}</span>
            </>
          ),
        }))}
      />
    </div>
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

type Site = { siteOrigin: string; company: { siteName: string } };

/** An article as search engines read it: a schema.org page, its questions, and the way to it from home. */
export function structuredData(article: Article, { siteOrigin, company }: Site) {
  const url = siteOrigin + article.path;
  const questions = article.sections.flatMap(({ questions }) => questions);
  const guide = guideOf(article);
  const page = {
    "@type": questions.length > 0 ? "FAQPage" : "WebPage",
    "@id": url,
    url,
    name: article.title,
    description: article.description,
    inLanguage: mainLanguage,
    dateModified: article.changed,
    ...(!article.isAboutUs && { lastReviewed: article.changed }),
    publisher: { "@type": "Organization", name: company.siteName, url: `${siteOrigin}/` },
    ...(questions.length > 0 && {
      mainEntity: questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.join("\n") },
      })),
    }),
  };
  const way = guide && [{ name: words.way.home, path: "/" }, guide, article];
  const breadcrumbs = way && {
    "@type": "BreadcrumbList",
    itemListElement: way.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: siteOrigin + path,
    })),
  };
  return { "@context": "https://schema.org", "@graph": breadcrumbs ? [page, breadcrumbs] : [page] };
}
