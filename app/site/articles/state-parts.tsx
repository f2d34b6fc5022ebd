import type { ReactNode } from "react";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import { mainLanguage } from "../../../services/words/languages.ts";
import { featureParts } from "../../feature-parts.ts";
import { articleWords } from "../content/article-words.ts";
import { faultWords, law } from "../content/law.ts";
import { fill, type parts } from "../content/markdown.ts";
import {
  capital,
  insuranceInDollars,
  insuranceInShort,
  inYears,
  leftOf10000,
  reportWords,
  stateFacts,
} from "../content/state-facts.ts";
import { inForm } from "../in-words.ts";
import styles from "./article-page.module.css";
import { type Facts, Law } from "./prose.tsx";
import { stateOf, states } from "./states.ts";

type Part = (typeof parts)[number];

/** A guide's facts about its state. */
export function factsOfState(code: StateCode): Facts {
  return {
    ...stateFacts(code),
    rules: <RuleTable code={code} />,
    shares: <Shares code={code} />,
  } satisfies Facts & Partial<Record<Part, ReactNode>>;
}

/** Features' aids for readers, in a state's guide for that state. */
export function ToWorkOut({ state }: { state?: StateCode }) {
  return featureParts.map(({ ToWorkOut: Own }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is a constant
    Own ? <Own key={index} state={state} /> : null,
  );
}

type FactTableProps = {
  caption: string;
  head: readonly [string, string];
  rows: readonly (readonly [string, ReactNode])[];
};

function FactTable({ caption, head, rows }: FactTableProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, fact]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{fact}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Shares({ code }: { code: StateCode }) {
  const rows = leftOf10000(code);
  if (rows.length === 0) return null;
  const { title, share, left } = articleWords.shares;
  return <FactTable caption={title} head={[share, left]} rows={rows} />;
}

/** The main rules of a state, each with its law; what we are not sure of has no row. */
function RuleTable({ code }: { code: StateCode }) {
  const rows = rulesOf(code).map(([topic, rule, source]): readonly [string, ReactNode] => [
    topic,
    <>
      {rule} <Law law={source} />
    </>,
  ]);
  const { title, topic, rule } = articleWords.rules;
  const caption = fill(title, { state: stateOf(code).name });
  return <FactTable caption={caption} head={[topic, rule]} rows={rows} />;
}

type Rule = readonly [topic: string, rule: string, law: string];

function rulesOf(code: StateCode): Rule[] {
  const { injury, death, damage, fault, noFault, insurance, reports, government, notes } = law[code];
  const { rules: words } = articleWords;
  const timed = ({ topic, rule }: typeof words.injury, count: number, law: string): Rule => [
    topic,
    fill(rule, { years: capital(inYears(count)) }),
    law,
  ];
  const rules: (Rule | false | undefined)[] = [
    timed(words.injury, injury.years, injury.law),
    death && timed(words.death, death.years, death.law),
    [words.fault, faultWords[fault.kind].short, fault.law],
    noFault && [words.noFault.topic, words.noFault.rule, noFault.law],
    [words.insurance, insuranceInDollars(code) ?? notes.insurance!, insurance.law],
    ...reports.map(
      (report): Rule => [report.within ? words.report : words.police, reportWords(report), report.law],
    ),
    government && [
      words.government.topic,
      fill(words.government.rule, { notice: government.within }),
      government.law,
    ],
    damage && timed(words.damage, damage.years, damage.law),
  ];
  return rules.filter((rule) => Array.isArray(rule)) as Rule[];
}

/** Every state on one line, each with the way to its guide. Four narrow columns: they fit a screen of 320 px. */
export function StatesTable() {
  const { title, state, time, years, fault, insurance } = articleWords.states;
  return (
    <table className={styles.states}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {[state, time, fault, insurance].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {states.map(({ code, name, path }) => (
          <tr key={code}>
            <th scope="row">
              <a href={path}>{name}</a>
            </th>
            <td>{inForm(years, law[code].injury.years, mainLanguage)}</td>
            <td>{faultWords[law[code].fault.kind].share}</td>
            <td>{insuranceInShort(code)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
