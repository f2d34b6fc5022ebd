import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ArticlePage } from "../../../app/site/articles/article-page.tsx";
import { stateOf, states } from "../../../app/site/articles/states.ts";
import { law } from "../../../app/site/content/law.ts";
import { articleAt } from "../../../app/site/content/pages.ts";
import { insuranceInShort, leftOf10000, reportWords } from "../../../app/site/content/state-facts.ts";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import { company } from "../survey/screen-fixture.ts";

const codes = states.map(({ code }) => code);
const where = (is: (code: StateCode) => boolean) => codes.filter(is).sort().join(" ");
/**
 * The text as it is read: without tags and entities, and without the space that keeps a section number with its sign.
 */
const read = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("\u00a0", " ");
const pageOf = (path: string) => renderToString(<ArticlePage article={articleAt(path)} company={company} />);

describe("the tables of laws", () => {
  it("have the 50 states and D.C., each at its own address", () => {
    expect(codes).toHaveLength(51);
    expect(new Set(states.map(({ path }) => path)).size).toBe(51);
    expect(stateOf("DC")).toMatchObject({
      name: "Washington, D.C.",
      path: "/car-accident-laws/washington-dc/",
    });
    expect(stateOf("NH").path).toBe("/car-accident-laws/new-hampshire/");
  });

  it("know which states belong together", () => {
    expect(where((code) => law[code].fault.kind === "none")).toBe("AL DC MD NC VA");
    expect(where((code) => law[code].fault.kind === "slight")).toBe("SD");
    expect(where((code) => law[code].fault.kind === "pure")).toBe("AK AZ CA KY MO MS NM NY RI WA");
    expect(where((code) => law[code].fault.kind === "under50")).toBe("AR CO GA ID KS ME ND NE TN UT");
    expect(where((code) => law[code].noFault?.kind === "no-fault")).toBe("FL HI KS MA MI MN ND NY UT");
    expect(where((code) => law[code].noFault?.kind === "choice")).toBe("KY NJ PA");
    expect(where((code) => !law[code].insurance.limits)).toBe("FL NH");
  });

  it.each([
    ["CA", "30/60/15"],
    ["HI", "40/80/20"],
    ["MA", "25/50/30"],
    ["NC", "50/100/50"],
    ["NJ", "35/70/25"],
    ["UT", "30/65/25"],
    ["VA", "50/100/25"],
    ["TX", "30/60/25"],
  ] as const)("have the amounts of recent laws: %s %s", (code, amounts) => {
    expect(insuranceInShort(code)).toBe(amounts);
  });

  it("say what is required of drivers where there are no amounts", () => {
    for (const code of ["FL", "NH"] as const) expect(law[code].notes.insurance).toMatch(/drivers/i);
  });

  it("know the neighbors of each state, and borders count both ways", () => {
    for (const code of codes) {
      for (const near of law[code].neighbors) {
        expect(stateOf(near), `${code} ${near}`).toBeDefined();
        if (!["AK", "HI"].includes(code)) expect(law[near].neighbors, `${code} ${near}`).toContain(code);
      }
    }
  });
});

describe("in words", () => {
  it.each([
    ["CA", ["$10,000", "$8,000", "$5,000", "$2,000"]],
    ["TX", ["$10,000", "$8,000", "$5,000", "Nothing"]],
    ["GA", ["$10,000", "$8,000", "$5,100", "Nothing"]],
    ["MD", []],
    ["SD", []],
  ] as const)("the rest of $10,000 in %s", (code, left) => {
    expect(leftOf10000(code).map(([, amount]) => amount)).toEqual(left);
  });

  it("a duty to report says what triggers it", () => {
    expect(law.IA.reports.map(reportWords)).toEqual([
      "Call the police at once if someone is hurt or killed.",
      "Report to the state within 72 hours if someone is hurt or killed, or damage reaches $1,500.",
    ]);
    expect(reportWords(law.WA.reports[0]!)).toMatch(/^Report to the police within four days if/);
    expect(reportWords(law.CO.reports[0]!)).toContain("or property is damaged.");
    expect(reportWords(law.TX.reports[0]!)).toContain("or a car cannot be driven safely.");
  });
});

describe.each(codes)("the guide to %s", (code) => {
  const html = pageOf(stateOf(code).path);
  const text = read(html);

  it("contains every fact that we know, with its law in the table of rules", () => {
    const [table] = html.match(/<tbody>.*?<\/tbody>/s)!;
    const rows = table.split("<tr>").slice(1);
    for (const row of rows) expect(row).toContain("<cite>");
    const known = [
      law[code].injury,
      law[code].death,
      law[code].fault,
      law[code].noFault,
      law[code].insurance,
      law[code].government,
      ...law[code].reports,
    ];
    for (const fact of known) if (fact) expect(read(table)).toContain(fact.law);
    expect(text).not.toContain("undefined");
  });
});

it("the hub has a line for each state, with its deadline, fault and insurance", () => {
  const html = pageOf("/car-accident-laws/");
  const lines = [...html.matchAll(/<tr><th scope="row"><a href="([^"]*)">(.*?)<\/tr>/gs)].map(
    ([, path, rest]) => [path, ...read(rest!.replaceAll("</td>", "|").replace("</th>", "|")).split("|")],
  );
  expect(lines.map(([path]) => path)).toEqual(states.map(({ path }) => path));
  const line = (name: string) => lines.find(([, found]) => found === name)?.slice(2, 5);
  expect(line("Maine")).toEqual(["6 years", "Under 50%", "50/100/25"]);
  expect(line("Tennessee")).toEqual(["1 year", "Under 50%", "25/50/25"]);
  expect(line("Florida")).toEqual(["2 years", "Up to 50%", "PIP, property"]);
  expect(line("Washington, D.C.")).toEqual(["3 years", "None", "25/50/10"]);
});
