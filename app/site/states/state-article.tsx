import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import { injuryDeadline } from "../../../machines/site/filing-deadlines.ts";
import type { Article } from "../article.ts";
import { faultRule } from "./fault-rules.ts";
import { capital, faultWords, insuranceInShort, inYears } from "./in-words.ts";
import { neighborsOf } from "./neighbors.ts";
import { noFaultName, noFaultOf } from "./no-fault.ts";
import { RuleTable } from "./rule-table.tsx";
import { fault, government, insurance, reporting, time } from "./state-sections.tsx";
import { stateOf } from "./states.ts";

/** The guide of a state, made of our table of laws. */
export function stateArticle(code: StateCode): Article {
  return {
    ...stateHead(code),
    inShort: [
      ...factsInShort(code),
      "A claim against a city, county or state agency can have a much shorter deadline.",
    ],
    sections: [
      { heading: "The rules at a glance", body: <RuleTable code={code} /> },
      time(code),
      fault(code),
      insurance(code),
      reporting(code),
      government(code),
    ],
  };
}

/** What each state's guide has in common, the longer ones too. */
export function stateHead(
  code: StateCode,
): Pick<Article, "path" | "name" | "title" | "description" | "cards"> {
  const { name, path } = stateOf(code);
  return {
    path,
    name,
    title: `${name} car accident laws in plain English`,
    description: `In ${name} you have ${inYears(injuryDeadline(code).years)} to sue for an injury. See the fault rule, minimum insurance and crash reports, each with its statute.`,
    cards: neighborsOf(code).map((near) => stateOf(near).path),
  };
}

export function factsInShort(code: StateCode): string[] {
  const { name } = stateOf(code);
  const noFault = noFaultOf(code);
  const short = insuranceInShort(code);
  return [
    `You usually have ${inYears(injuryDeadline(code).years)} to file a lawsuit for an injury.`,
    capital(faultWords[faultRule(code).kind].short),
    noFault
      ? `${name} is a ${noFaultName[noFault.kind]} state: your own insurance pays your first medical bills.`
      : `In ${name}, the driver who caused the crash pays, usually through insurance.`,
    ...(short.includes("/") ? [`Drivers must carry at least ${short} in liability insurance.`] : []),
  ];
}
