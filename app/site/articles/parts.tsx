import { Fragment, type ReactNode } from "react";

/** Codes of the two states by how they are named here, each with what it is cited as. */
const codes = {
  CP: "Tex. Civ. Prac. & Rem. Code",
  IN: "Tex. Ins. Code",
  TN: "Tex. Transp. Code",
  CCP: "Cal. Code Civ. Proc.",
  CIV: "Cal. Civ. Code",
  GOV: "Cal. Gov. Code",
  INS: "Cal. Ins. Code",
  VEH: "Cal. Veh. Code",
};

/** A code and its section: `CP 16.003`. */
type Statute = `${keyof typeof codes} ${string}`;

/** A section of a code, linked to the state's own text of it. */
function Law({ at }: { at: Statute }) {
  const [code, section] = at.split(" ") as [keyof typeof codes, string];
  const [chapter] = section.split(".");
  const href = codes[code].startsWith("Tex.")
    ? `https://statutes.capitol.texas.gov/Docs/${code}/htm/${code}.${chapter}.htm#${section}`
    : `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=${code}&sectionNum=${section}.`;
  return (
    <cite>
      <a href={href}>
        {codes[code]} §&nbsp;{section}
      </a>
    </cite>
  );
}

/** The same in parentheses, as running text cites it. */
export function Cited({ at }: { at: Statute }) {
  return (
    <>
      (<Law at={at} />)
    </>
  );
}

type RuleTableProps = {
  state: string;
  /** Topic, rule, and the statutes that it is in. */
  rules: readonly (readonly [topic: string, rule: ReactNode, ...statutes: Statute[]])[];
};

/** The main rules of a state. */
export function RuleTable({ state, rules }: RuleTableProps) {
  const rows = rules.map(([topic, rule, ...statutes]) => {
    const laws = statutes.map((at) => (
      <Fragment key={at}>
        {" "}
        <Law at={at} />
      </Fragment>
    ));
    return [topic, [<Fragment key="rule">{rule}</Fragment>, laws]] as const;
  });
  return (
    <FactTable caption={`Main rules for car accidents in ${state}`} head={["Topic", "Rule"]} rows={rows} />
  );
}

type FactTableProps = {
  caption: string;
  /** What the two columns hold. Two and no more: they fit a screen of 320 px. */
  head: readonly [string, string];
  rows: readonly (readonly [string, ReactNode])[];
  /** Whether the columns stand side by side as equals; else the first one names its row. */
  equals?: boolean;
};

export function FactTable({ caption, head, rows, equals = false }: FactTableProps) {
  return (
    <table data-equals={equals || undefined}>
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
            {equals ? <td>{name}</td> : <th scope="row">{name}</th>}
            <td>{fact}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
