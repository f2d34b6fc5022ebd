const texan = { CP: "Tex. Civ. Prac. & Rem. Code", IN: "Tex. Ins. Code", TN: "Tex. Transp. Code" };
/** Codes of the two states with longer guides, by how they are named there, each with what it is cited as. */
const codes: Record<string, string> = {
  ...texan,
  CCP: "Cal. Code Civ. Proc.",
  CIV: "Cal. Civ. Code",
  GOV: "Cal. Gov. Code",
  INS: "Cal. Ins. Code",
  VEH: "Cal. Veh. Code",
};

/** The whole citation of `CP 16.003`; undefined where there is no such code. */
export function citation(short: string): string | undefined {
  const [, code = "", section] = /^([A-Z]+) (\S+)$/.exec(short) ?? [];
  return codes[code] && `${codes[code]} § ${section}`;
}

/** Where the state has its own text of a law; undefined where we know no address. */
export function addressOf(law: string): string | undefined {
  const [name, section] = law.split(" § ");
  const code = Object.keys(codes).find((key) => codes[key] === name);
  if (!code || !section) return undefined;
  if (!(code in texan))
    return `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=${code}&sectionNum=${section}.`;
  const [chapter] = section.split(".");
  return `https://statutes.capitol.texas.gov/Docs/${code}/htm/${code}.${chapter}.htm#${section}`;
}
