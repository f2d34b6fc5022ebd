import { allFeatures } from "../features.ts";
import { silentLog } from "../observe/log.ts";
import { whoIsNamed } from "../providers/buyers.ts";
import { createProviders } from "../providers/index.ts";
import { inWords } from "../providers/provider.ts";
import type { Settings } from "../settings/env.ts";
import { plainSections, plainSettings, usual } from "../settings/plain-settings.ts";
import { type Program, print } from "./program.ts";
import { siteSettings } from "./with-store.ts";

export function addSettings(program: Program): void {
  program
    .command("settings")
    .description(
      "write a claimpath.yaml with every setting, its default and what it is for, all of it as comments",
    )
    .option("--services", "list instead every outside service and receiver: live, embedded or off, and why")
    .action(async ({ services }: { services?: true }) =>
      print(services ? servicesIn(siteSettings()) : exampleFile()),
    );
}

/** The provider of each outside call by these settings, and the firms in the one-to-one consents. */
function servicesIn(settings: Settings): string {
  const { outside } = createProviders(settings, silentLog);
  return [...outside.map(inWords), ...whoIsNamed(settings).map(({ text }) => text), ""].join("\n");
}

const ownCampaignKeys = allFeatures.flatMap(({ campaign }) => campaign ?? []);

/** Examples of a section's contents besides single values. */
const examples: Readonly<Record<string, string>> = {
  company: `
  # Who runs the site: the About page and the contact page.
  legal-name: Example Media LLC
  registered-in: Delaware
  # When somebody answers the telephone.
  hours: { en: "Monday to Friday, 9 a.m. to 6 p.m. Eastern", es: "De lunes a viernes, de 9 a 18, hora del Este" }
  # A photo is a square JPEG or PNG of at most 200 KB, its path relative to this file.
  team:
    - { name: Maria Example, role: Answers your messages }
  # Who has read every article with legal facts.
  reviewer: { name: Ruth Example, title: "Attorney, Texas", bar-record: "https://www.texasbar.com/" }
  # Firms on the Sponsors page; no consent names a firm because of it.
  firms:
    - { name: Example Law, city: "Austin, Texas", bar-record: "https://www.texasbar.com/" }
`,
  destinations: `
  desk:
    kind: email
    smtp: "smtp://site%40example.com:\${DESK_PASSWORD}@mail.example.com:587"
    from: site@example.com
    to: [leads@example.com]
  north:
    kind: json
    mode: live
    url: https://buyer.example/leads
    headers: { Authorization: "Bearer \${NORTH_KEY}" }
    fields: { Name: first_name, Phone: phone, State: state }
    price: 45.00
    only: { states: [TX, FL], accident-days: { at-most: 365 }, with_Lawyer: no }
    hours: mon-fri 08:00-18:00
    daily-cap: 40
`,
  order: "  - north\n",
  "order-by": "fixed",
  "bid-seconds": "",
  affiliates: `
  "252": { share: 40% }
  "7": { payout: 20.00, daily-cap: 100 }
`,
  buyers: `
  - { name: North Law, ids: [101], states: [TX, OK], injuries: [Whiplash], daily-cap: 20 }
`,
  pages: `
  /survey/c:
    flags: { theme: v3, verifyPhone: on }
  /survey/ticket:
    pixels: { tracking: "https://example.com/ticket.gif", meta: off }
`,
  campaigns: `
  - affid: "7"
    headline: { en: "Hit by a truck?", es: "¿Le chocó un tráiler?" }
${ownCampaignKeys.map(({ example }) => example).join("")}`,
  quotes: `
  - quote: They called within the hour.
    name: Ana R.
    place: Fresno, CA
    date: 2026-01-31
    language: en
    consent: how you know that you may show it; no page does
`,
};

const about: Readonly<Record<string, string>> = {
  destinations: `Further receivers of leads and messages: email, webhook, form, json, file, slack or leadprosper (docs/receivers.md has every field). Secrets are written as $\{NAME} and come from the environment.`,
  order: "Who of the buyers is asked first.",
  "order-by":
    "How they are asked: fixed, as listed; weighted, as drawn by the weight of each; or best-price, the highest bid first.",
  "bid-seconds": "Seconds within which a bid counts, with best-price.",
  affiliates: "What is agreed with affiliates, by their ids.",
  buyers: "The law firms that one-to-one consents may name; without them and BUYERS_URL they name nobody.",
  pages: "Flags and pixels of single paths; a running site takes up the flags.",
  campaigns: `Affiliates, by affid: ${["a headline above the first question, which a running site takes up", ...ownCampaignKeys.map(({ about }) => about)].join(", ")} (docs/guides/sales.md).`,
  quotes:
    "Real quotes for the carousel, which a running site takes up; without them visitors read facts about the service.",
};

const heading =
  "What is said of a site besides secrets, addresses and ports, which are variables (.env.example). Take the # off the lines that you need, and off the line of their section. What is not said has its default, which is shown here; what follows the single values of company, and all from destinations on, are examples. A mistake stops the start, with line, column and the word that was probably meant.";

/** The whole file as comments. */
export function exampleFile(): string {
  const plain = Object.entries(plainSections).flatMap(([section, { about: words }]) => {
    const settings = plainSettings.filter((each) => each.section === section);
    // A section that only features have contents in.
    if (settings.length === 0) return [];
    const lines = settings.flatMap((setting) => [
      ...wrapped(setting.about, "#  # "),
      `#  ${setting.key}: ${inYaml(usual(setting))}`.trimEnd(),
    ]);
    return [[...wrapped(words, "# "), `#${section}:`, ...lines, ...commented(examples[section] ?? "")]];
  });
  const others = Object.entries(about).map(([section, words]) => [
    ...wrapped(words, "# "),
    ...sectionLines(section, examples[section]!),
  ]);
  const ofFeatures = allFeatures.flatMap(({ section }) =>
    section ? [[...wrapped(section.about, "# "), ...sectionLines(section.name, section.example)]] : [],
  );
  return `${[wrapped(heading, "# "), ...plain, ...others, ...ofFeatures].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function sectionLines(section: string, example: string): string[] {
  return example.includes("\n")
    ? [`#${section}:`, ...commented(example)]
    : [`#${section}: ${example}`.trimEnd()];
}

const commented = (text: string) => text.split("\n").flatMap((line) => (line === "" ? [] : [`#${line}`]));

/** Quotes a text that YAML would read as something else. */
function inYaml(value: string): string {
  return /^[+\d]*\+|: |^$/.test(value) && value !== "" ? `"${value}"` : value;
}

function wrapped(text: string, before: string): string[] {
  const lines = [before.trimEnd()];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`${before}${word}`);
  }
  return lines;
}
