import type { ReactNode } from "react";
import { deathDeadline, injuryDeadline, type StateCode } from "../../../machines/site/filing-deadlines.ts";
import { FactTable, Law } from "../articles/parts.tsx";
import { faultRule } from "./fault-rules.ts";
import { governmentNotice } from "./government-notices.ts";
import { deadlineCells, faultWords, insuranceInDollars, reportWords } from "./in-words.ts";
import { insuranceNotes, minimumInsurance } from "./minimum-insurance.ts";
import { noFaultOf } from "./no-fault.ts";
import { reportsOf } from "./reports.ts";
import { stateOf } from "./states.ts";

type Rule = readonly [topic: string, rule: string, law: string];

/**
 * The main rules of a state, each with its law; what we are not sure of has no row.
 * @param more rules of a guide that says more than our table
 */
export function RuleTable({ code, more = [] }: { code: StateCode; more?: readonly Rule[] }) {
  const rows = [...rulesOf(code), ...more].map(([topic, rule, law]): readonly [string, ReactNode] => [
    topic,
    <>
      {rule} <Law law={law} />
    </>,
  ]);
  return (
    <FactTable
      caption={`Main rules for car accidents in ${stateOf(code).name}`}
      head={["Topic", "Rule"]}
      rows={rows}
    />
  );
}

function rulesOf(code: StateCode): Rule[] {
  const { injury, death } = deadlineCells(code);
  const deathLaw = deathDeadline(code)?.law;
  const fault = faultRule(code);
  const noFault = noFaultOf(code);
  const insurance = minimumInsurance(code);
  const notice = governmentNotice(code);
  const rules: (Rule | false | undefined | "")[] = [
    ["Injury", injury, injuryDeadline(code).law],
    death && deathLaw && ["Death", death, deathLaw],
    ["Shared fault", faultWords[fault.kind].short, fault.law],
    noFault && ["Who pays first", "Your own insurance pays your first medical bills.", noFault.law],
    ["Minimum insurance", insuranceInDollars(code) ?? insuranceNotes[code]!, insurance.law],
    ...reportsOf(code).map(
      (report): Rule => [
        report.within ? "Crash report" : "Calling the police",
        reportWords(report),
        report.law,
      ],
    ),
    notice && [
      "Claim against the government",
      `A written notice or claim within ${notice.within}.`,
      notice.law,
    ],
  ];
  return rules.filter((rule) => Array.isArray(rule)) as Rule[];
}
