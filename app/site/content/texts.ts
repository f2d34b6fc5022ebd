import { z } from "zod";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { inEach, inLanguage, mainLanguage, reviewed } from "../../../services/words/languages.ts";
import type { YamlFile } from "../../../services/yaml/yaml-file.ts";
import { pageFeatures } from "../../features.ts";
import { stateOf, states } from "../articles/states.ts";
import { law } from "./law.ts";
import { fill, plain, readMarkdown, type Section, type Text } from "./markdown.ts";
import { links, markdownIn, pageFile, wordsFault, wordsIn } from "./read.ts";
import { stateFacts } from "./state-facts.ts";

/** Every fault of the Markdown, told together. */
const faults: string[] = [];
const siteFacts = [
  "siteName",
  "phone",
  "email",
  "address",
  "legalName",
  "registeredIn",
  "hours",
  "team",
  "firms",
];
const keptFacts = ["visits", "leads", "undelivered", "payloads", "contacts", "codes", "requests"].map(
  (kind) => `days of ${kind}`,
);
const factsOf = {
  article: new Set(siteFacts),
  state: new Set([...siteFacts, ...Object.keys(stateFacts("TX"))]),
  legal: new Set([...siteFacts, ...keptFacts]),
};

const noFacts: ReadonlySet<string> = new Set();

/** A file of Markdown whose head is what a schema wants. */
function read<Head extends z.ZodType>(
  { path, text }: { path: string; text: string },
  head: Head,
  facts: ReadonlySet<string>,
) {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n") : -1;
  if (end < 0)
    throw wordsFault([`${path} line 1: the facts of a page stand first, between two lines of ---`]);
  const top = text.slice(0, end + 1);
  const { found, place } = wordsIn({ path, text: top }, head);
  checkHead(found, place, facts === factsOf.state ? facts : noFacts);
  // The line of --- below them is there too.
  const firstLine = top.split("\n").length + 1;
  const body = readMarkdown(text.slice(end + 5), firstLine, facts, {
    fault: (line, words) => faults.push(`${path} line ${line}: ${words}`),
    link: (line, href) => links.push({ place: `${path} line ${line}`, href }),
  });
  return { path, head: found, body };
}

/** What is in braces above the text has to be a fact as well; the other pages have none there. */
function checkHead(head: unknown, place: YamlFile["place"], facts: ReadonlySet<string>): void {
  const check = (value: unknown, path: PropertyKey[]) => {
    const fault = (near: string, words: string) => faults.push(`${place(path)}: ${words} (${near})`);
    if (typeof value === "string") plain(value, { facts, fault, link: () => {} });
    else if (typeof value === "object" && value)
      for (const [key, inner] of Object.entries(value))
        check(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  check(head, []);
}

const address = z
  .string()
  .regex(/^\/.*\/$/, "an address begins and ends with a slash")
  .transform((path) => path as `/${string}/`);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, "this is to be a day like 2026-11-23");
const common = { changed: day, title: z.string(), description: z.string() };
const inShort = z.array(z.string());
const articleHead = z.strictObject({
  ...common,
  /** With a slash at both ends; the article at the path above it is its guide. */
  path: address,
  /** What it is called in breadcrumbs and cards. */
  name: z.string(),
  /** True of pages on the service itself, which have no legal facts to be reviewed. */
  isAboutUs: z.boolean().optional(),
  inShort,
  /** The articles that its cards lead to, where these are not all parts of its guide. */
  cards: z.array(address).optional(),
  /** Its place among the others; a guide is before its parts, and these in the order of its cards. */
  order: z.number(),
});
const stateHead = z.strictObject({
  changed: day,
  inShort,
  order: z.number(),
  state: z.enum(states.map(({ code }) => code)),
});

/** A page to read, as content; `ArticlePage` gives it its form. */
export type Article = Omit<z.output<typeof articleHead>, "order"> &
  Pick<Text, "sections"> & { state?: StateCode };

const stateText = read(
  pageFile(mainLanguage, "articles/state.md")!,
  z.strictObject({ ...common, inShort }),
  factsOf.state,
);
const ordered: (Article & { order: number })[] = markdownIn(mainLanguage, "articles")
  .filter((name) => !name.endsWith("/state.md"))
  .map((name) => {
    const file = pageFile(mainLanguage, name)!;
    if (!/^state: /m.test(file.text)) {
      const { head, body } = read(file, articleHead, factsOf.article);
      return { ...head, sections: body.sections.map(withOurAnswers) };
    }
    const { head, body } = read(file, stateHead, factsOf.state);
    return { ...stateArticle(head.state as StateCode, head, body), order: head.order };
  })
  .sort((one, other) => one.order - other.order);

/** A section with what features add to its answers. */
function withOurAnswers(section: Section): Section {
  const questions = section.questions.map(({ question, answer: [first = "", ...rest] }) => {
    const added = pageFeatures.flatMap(({ answers }) => answers?.[question] ?? []);
    return { question, answer: [[first, ...added].join(" "), ...rest] };
  });
  return { ...section, questions };
}

/** The guide to a state: from a file of its own, or from the one for all. */
function stateArticle(
  code: StateCode,
  head: { changed: string; inShort: string[] },
  { sections }: Text,
): Article {
  const { name, path } = stateOf(code);
  const facts = stateFacts(code);
  const filled = (text: string) => fill(text, facts);
  return {
    state: code,
    path,
    name,
    title: filled(stateText.head.title),
    description: filled(stateText.head.description),
    changed: head.changed,
    inShort: head.inShort.map(filled).filter((point) => point !== ""),
    cards: law[code].neighbors.map((near) => stateOf(near).path),
    sections: sections.map((section) => ({ ...section, heading: filled(section.heading) })),
  };
}

const own = new Set(ordered.map(({ state }) => state));

/** Every article; a guide is before its parts, and these in the order of its cards. */
export const articles: readonly Article[] = [
  ...ordered,
  ...states
    .filter(({ code }) => !own.has(code))
    .map(({ code }) => stateArticle(code, stateText.head, stateText.body)),
];

export type LegalPage = z.output<typeof legalHead> & Text;
const legalHead = z.strictObject({ ...common, path: address });

function legal(name: string): Record<Language, LegalPage> {
  const files = inEach((language) => {
    const file = pageFile(reviewed(language), `${name}.md`);
    if (!file) throw wordsFault([`services/words/${language}/site/${name}.md is missing`]);
    return read(file, legalHead, factsOf.legal);
  });
  const first = inLanguage(files, mainLanguage);
  for (const { path, body } of Object.values(files)) {
    if (body.lead.length !== 1) faults.push(`${path} line 1: one paragraph stands above its first heading`);
    if (body.sections.length !== first.body.sections.length)
      faults.push(
        `${path} line 1: it has ${body.sections.length} sections, and ${first.path} has ${first.body.sections.length}`,
      );
  }
  return inEach((language) => page(inLanguage(files, language)));
}

/** Its lead is the words of one paragraph. */
function page({ head, body }: { head: z.output<typeof legalHead>; body: Text }): LegalPage {
  const [lead] = body.lead;
  return { ...head, sections: body.sections, lead: typeof lead === "object" ? (lead.in ?? []) : [] };
}

/** The operator must have counsel review both before they go live. */
export const legalPages = {
  "privacy-policy": legal("privacy-policy"),
  "terms-of-use": legal("terms-of-use"),
};

if (faults.length > 0) throw wordsFault(faults);
