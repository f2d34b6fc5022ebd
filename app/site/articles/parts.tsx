import type { ReactNode } from "react";

const texan = { CP: "Tex. Civ. Prac. & Rem. Code", IN: "Tex. Ins. Code", TN: "Tex. Transp. Code" };
/** Codes of the two states with longer guides, by how they are named there, each with what it is cited as. */
const codes = {
  ...texan,
  CCP: "Cal. Code Civ. Proc.",
  CIV: "Cal. Civ. Code",
  GOV: "Cal. Gov. Code",
  INS: "Cal. Ins. Code",
  VEH: "Cal. Veh. Code",
};

/** A code and its section: `CP 16.003`. */
type Statute = `${keyof typeof codes} ${string}`;

/** A law by its citation; a section of the two states' codes leads to the state's own text of it. */
export function Law({ law }: { law: string }) {
  const [name, section] = law.split(" § ");
  const code = Object.entries(codes).find(([, full]) => full === name)?.[0];
  const text = law.replace("§ ", "§\u00a0");
  return <cite>{code && section ? <a href={addressOf(code, section)}>{text}</a> : text}</cite>;
}

function addressOf(code: string, section: string): string {
  if (code in texan) {
    const [chapter] = section.split(".");
    return `https://statutes.capitol.texas.gov/Docs/${code}/htm/${code}.${chapter}.htm#${section}`;
  }
  return `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=${code}&sectionNum=${section}.`;
}

/** The same in parentheses, as running text cites it. */
export function Cited({ at }: { at: Statute }) {
  const [code, section] = at.split(" ") as [keyof typeof codes, string];
  return (
    <>
      (<Law law={`${codes[code]} § ${section}`} />)
    </>
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
