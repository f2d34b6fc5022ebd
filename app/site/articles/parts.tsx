import type { ReactNode } from "react";

const texasCodes = {
  CP: "Tex. Civ. Prac. & Rem. Code",
  IN: "Tex. Ins. Code",
  TN: "Tex. Transp. Code",
};

const californiaCodes = {
  CCP: "Cal. Code Civ. Proc.",
  CIV: "Cal. Civ. Code",
  GOV: "Cal. Gov. Code",
  INS: "Cal. Ins. Code",
  VEH: "Cal. Veh. Code",
};

/** A section of a Texas code, linked to the state's own text of it. */
export function TexasLaw({ code, section }: { code: keyof typeof texasCodes; section: string }) {
  const [chapter] = section.split(".");
  const href = `https://statutes.capitol.texas.gov/Docs/${code}/htm/${code}.${chapter}.htm#${section}`;
  return <Law href={href} name={texasCodes[code]} section={section} />;
}

/** A section of a California code, likewise. */
export function CaliforniaLaw({ code, section }: { code: keyof typeof californiaCodes; section: string }) {
  const query = `lawCode=${code}&sectionNum=${section}.`;
  const href = `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?${query}`;
  return <Law href={href} name={californiaCodes[code]} section={section} />;
}

function Law({ href, name, section }: { href: string; name: string; section: string }) {
  return (
    <cite>
      <a href={href}>
        {name} §&nbsp;{section}
      </a>
    </cite>
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
