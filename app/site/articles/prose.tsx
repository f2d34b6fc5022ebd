import { createElement, Fragment, type ReactNode } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";
import type { About, Company } from "../../ui/company.ts";
import { addressOf } from "../content/cited.ts";
import { languageOfLink } from "../content/language.ts";
import { factIn, isMissing, type listStyles, type Markup } from "../content/markdown.ts";
import { PhoneLink } from "../layout/site-links.tsx";
import styles from "./prose.module.css";

/** What is shown for a name in braces; what is undefined is left out with the text around it. */
export type Facts = Record<string, ReactNode | undefined>;

const listClasses: Record<(typeof listStyles)[number], string | undefined> = {
  steps: styles.steps,
  payment: styles.pays,
  never: styles.never,
  "to do": styles.toDo,
};

/** What every text may say of the company. */
export function companyFacts(
  { siteName, phone, email, address }: Company,
  about: About,
  language: Language,
): Facts {
  const { legalName, registeredIn, hours, team = [], firms = [] } = about;
  return {
    siteName,
    address,
    phone: <PhoneLink phone={phone} />,
    email: <a href={`mailto:${email}`}>{email}</a>,
    legalName,
    registeredIn,
    hours: hours && inLanguage(hours, language),
    team: team.length > 0 ? <Team team={team} /> : undefined,
    firms: firms.length > 0 ? <Firms firms={firms} /> : undefined,
  };
}

type Props = { markup: readonly Markup[]; facts: Facts };

/** A text of Markdown. A part of the page that it asks for is a fact as well. */
export function Prose({ markup, facts }: Props) {
  const shown = (part: Markup): ReactNode => {
    if (typeof part === "string") return part;
    const { is, of = "", at, in: inner } = part;
    if (is === "law") return <Law law={of} />;
    if (is === "fact") {
      const fact = factIn(facts, of);
      return of.endsWith(" law") && typeof fact === "string" ? <Law law={fact} /> : fact;
    }
    if (is === "optional") return isMissing(part, facts) ? null : all(inner);
    if (is in facts) return facts[is];
    const className = of && listClasses[of as keyof typeof listClasses];
    return createElement(is, className ? { ...at, className } : at, all(inner));
  };
  const all = (inner: readonly Markup[] = []) => createElement(Fragment, null, ...inner.map(shown));
  return all(markup);
}

function Team({ team }: { team: NonNullable<About["team"]> }) {
  return (
    <ul className={styles.people}>
      {team.map(({ name, role, photo }) => (
        <li key={name}>
          {photo && <img src={photo} alt="" width="96" height="96" loading="lazy" />}
          <span>
            <strong>{name}.</strong> {role}.
          </span>
        </li>
      ))}
    </ul>
  );
}

function Firms({ firms }: { firms: NonNullable<About["firms"]> }) {
  return (
    <ul>
      {firms.map(({ name, city, barRecord }) => (
        <li key={name}>
          <a href={barRecord}>{name}</a>, {city}
        </li>
      ))}
    </ul>
  );
}

/** A law by its citation; a section of the codes of Texas and California leads to the state's own text of it. */
export function Law({ law }: { law: string }) {
  const address = addressOf(law);
  const text = law.replace("§ ", "§\u00a0");
  return <cite>{address ? <a href={address}>{text}</a> : text}</cite>;
}

export type LinkCard = { url: string; name: string; text: string };

type CardsProps = {
  cards: readonly LinkCard[];
  language?: Language;
};

/** Cards that lead to other pages; the whole card is the link's target. */
export function LinkCards({ cards, language = mainLanguage }: CardsProps) {
  return (
    <ul className={styles.cards}>
      {cards.map(({ url, name, text }) => (
        <li key={url}>
          <a href={url} hrefLang={languageOfLink(url, language)}>
            {name}
          </a>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
