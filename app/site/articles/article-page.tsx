import { useContext } from "react";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { type Article, articleAt, guideOf, partsOf, sectionId } from "../content/pages.ts";
import { StartLink } from "../home/start-link.tsx";
import { longDate } from "../long-date.ts";
import styles from "./article-page.module.css";
import { ArticleSection } from "./article-section.tsx";
import { LinkCards } from "./link-cards.tsx";

type Props = { article: Article; company: Company };

/** An article as a page: its guide above it, the short of it, its sections, and where to go from there. */
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
        <h2 id="in-short">In short</h2>
        <ul>
          {article.inShort.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      <nav className={styles.contents} aria-labelledby="contents">
        <p id="contents">On this page</p>
        <ul>
          {article.sections.map((section) => (
            <li key={section.heading}>
              <a href={`#${sectionId(section)}`}>{section.heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.text}>
        {parts.length > 0 && <Cards heading="In this guide" articles={parts} />}
        {article.sections.map((section) => (
          <ArticleSection key={section.heading} section={section} state={article.state} company={company} />
        ))}
        <section className={styles.action} aria-labelledby="next-step">
          <h2 id="next-step">See if a law firm will review your case</h2>
          <p>
            Answer a few short questions. It’s free, and you don’t have to hire anyone. We cannot promise a
            match or a result.
          </p>
          <StartLink>Answer the questions</StartLink>
        </section>
        {guide && <Cards heading={`More on ${guide.name.toLowerCase()}`} articles={others} />}
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
      Last reviewed <time dateTime={article.changed}>{longDate(article.changed)}</time>
      {reviewer && (
        <>
          . Reviewed by <a href={reviewer.barRecord}>{reviewer.name}</a>, {reviewer.title}
        </>
      )}
      . General information, not legal advice.
    </p>
  );
}

function Breadcrumbs({ guide, article }: { guide: Article; article: Article }) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="/">Home</a>
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
