import type { ReactNode } from "react";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import { featureParts } from "../../feature-parts.ts";
import { faultWords, law } from "../content/law.ts";
import type { parts } from "../content/markdown.ts";
import {
  capital,
  insuranceInDollars,
  insuranceInShort,
  inYears,
  leftOf10000,
  reportWords,
  stateFacts,
} from "../content/state-facts.ts";
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
  const caption = "An example with losses of $10,000";
  return <FactTable caption={caption} head={["Your share of the fault", "What is left"]} rows={rows} />;
}

/** The main rules of a state, each with its law; what we are not sure of has no row. */
function RuleTable({ code }: { code: StateCode }) {
  const rows = rulesOf(code).map(([topic, rule, source]): readonly [string, ReactNode] => [
    topic,
    <>
      {rule} <Law law={source} />
    </>,
  ]);
  const caption = `Main rules for car accidents in ${stateOf(code).name}`;
  return <FactTable caption={caption} head={["Topic", "Rule"]} rows={rows} />;
}

type Rule = readonly [topic: string, rule: string, law: string];

function rulesOf(code: StateCode): Rule[] {
  const { injury, death, damage, fault, noFault, insurance, reports, government, notes } = law[code];
  const toSue = (years: number) => `${capital(inYears(years))} to file a lawsuit.`;
  const rules: (Rule | false | undefined)[] = [
    ["Injury", toSue(injury.years), injury.law],
    death && ["Death", `${capital(inYears(death.years))}, usually from the day the person died.`, death.law],
    ["Shared fault", faultWords[fault.kind].short, fault.law],
    noFault && ["Who pays first", "Your own insurance pays your first medical bills.", noFault.law],
    ["Minimum insurance", insuranceInDollars(code) ?? notes.insurance!, insurance.law],
    ...reports.map(
      (report): Rule => [
        report.within ? "Crash report" : "Calling the police",
        reportWords(report),
        report.law,
      ],
    ),
    government && [
      "Claim against the government",
      `A written notice or claim within ${government.within}.`,
      government.law,
    ],
    damage && ["Damage to your car", toSue(damage.years), damage.law],
  ];
  return rules.filter((rule) => Array.isArray(rule)) as Rule[];
}

const years = (count: number) => `${count} ${count === 1 ? "year" : "years"}`;

/** Every state on one line, each with the way to its guide. Four narrow columns: they fit a screen of 320 px. */
export function StatesTable() {
  return (
    <table className={styles.states}>
      <caption>
        Deadline for an injury lawsuit, the share of the fault you may have, and minimum insurance in
        thousands of dollars
      </caption>
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">Time to sue</th>
          <th scope="col">Fault allowed</th>
          <th scope="col">Insurance</th>
        </tr>
      </thead>
      <tbody>
        {states.map(({ code, name, path }) => (
          <tr key={code}>
            <th scope="row">
              <a href={path}>{name}</a>
            </th>
            <td>{years(law[code].injury.years)}</td>
            <td>{faultWords[law[code].fault.kind].share}</td>
            <td>{insuranceInShort(code)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
