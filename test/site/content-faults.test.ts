import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { root } from "../support/source-files.ts";

const folder = mkdtempSync(join(tmpdir(), "content-"));
for (const part of ["app", "machines", "services", "package.json"])
  cpSync(join(root, part), join(folder, part), { recursive: true });
for (const part of ["node_modules", "build"]) symlinkSync(join(root, part), join(folder, part));
afterAll(() => rmSync(folder, { recursive: true }));

/** `file` is a page's in a language, or a path from the root, or one in the folder of what is there in one language only. */
type Mistake = [file: string, text: string, other: string, printed: string];

const pathOf = (file: string) => {
  const [, language, page] = /^(ar|en|es)\/(.*)$/.exec(file) ?? [];
  if (page) return join("services/words", language!, page === "language.yaml" ? page : `site/${page}`);
  return file.startsWith("services/") ? file : join("app/site/content", file);
};

/** The output of a start whose content files have something else in place of a text. */
async function startWith(mistakes: Mistake[]): Promise<{ code: number; printed: string }> {
  const before = new Map<string, string>();
  for (const [file, text, other] of mistakes) {
    const path = join(folder, pathOf(file));
    const now = readFileSync(path, "utf8");
    if (!before.has(path)) before.set(path, now);
    expect(now.split(text), text).toHaveLength(2);
    writeFileSync(path, now.replace(text, other));
  }
  const env = { ...process.env, PORT: "0", DATABASE_URL: `file:${folder}/x.db` };
  const found = await new Promise<{ code: number; printed: string }>((resolve) => {
    const options = { cwd: folder, env, timeout: 240_000 };
    execFile(process.execPath, ["app/server/main.ts"], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    );
  });
  for (const [path, text] of before) writeFileSync(path, text);
  return found;
}

const faqs = "en/articles/faqs.md";
const texas = "en/articles/texas.md";
const laws = "en/articles/car-accident-laws.md";
const calculator = "../../features/deadline/words/en/calculator.yaml";
const versions = "services/words/versions.yaml";
/** How the digests of the consents begin. */
const [inEnglish, inSpanish] = ["26606647", "f64a455d"];
const messages = (file: string) => `services/words/es/${file}.yaml`;
const [english, spanish] = ["services/words/en/questions.yaml", "services/words/es/questions.yaml"];

/** In the order of reading; mistakes in one file are reported together. */
const cases: Record<string, Mistake[]> = {
  "a law that is not whole, or has amounts without their note,": [
    ["states.yaml", "  injury: 2 years (Ala. Code § 6-2-38)\n", "", "line 11 column 1: injury is missing"],
    [
      "states.yaml",
      "pure (Alaska Stat. § 09.17.060)",
      "pure",
      "column 3: this is to be written like pure (Al",
    ],
    [
      "states.yaml",
      "government: six months (Cal.",
      "goverment: six months (Cal.",
      "column 3: nothing is called goverment here",
    ],
    [
      "states.yaml",
      "    insurance: Most drivers do not have to buy",
      "    time: Most",
      "a note on insurance has to say",
    ],
  ],
  "a second main language": [
    ["es/language.yaml", "prefix: /es", 'prefix: ""', "for the site's main language alone, which en is"],
  ],
  "a direction that no letters have": [
    ["ar/language.yaml", "direction: rtl", "direction: left", "this is to be ltr or rtl"],
  ],
  "a draft with an address of its own": [
    ["ar/language.yaml", 'prefix: ""', "prefix: /ar", "a draft has no pages of its own, and no prefix"],
  ],
  "a word that a draft has too much": [
    ["services/words/ar/screens.yaml", "back: رجوع", "bakc: رجوع", "nothing is called bakc here"],
  ],
  "a draft's fact that is not known": [
    [
      "services/words/ar/pages.yaml",
      "خلال {within}",
      "خلال {whithin}",
      "{whithin} is no fact that is known here",
    ],
  ],
  "a word that is missing": [["en/home.yaml", "orCall: or call\n", "", "orCall is missing"]],
  "a word in one language alone": [
    [
      "es/home.yaml",
      "  - Es gratis\n",
      "",
      "line 11 column 1: services/words/en/site/home.yaml line 12 column 1 has 3 of these",
    ],
  ],
  "a fact of a page by another name": [
    [faqs, "order:", "ordr: 1\norder:", "line 5 column 1: nothing is called ordr here"],
    [faqs, "name: FAQs\n", "", "line 2 column 1: name is missing"],
  ],
  "a word by another name": [
    ["es/frame.yaml", "skip: ", "skp: ", "line 3 column 1: nothing is called skp here"],
    ["es/frame.yaml", "rights: ", "right: ", "nothing is called right here"],
  ],
  "a header that has neither menu nor help": [
    ["es/frame.yaml", "moreHelp: Más ayuda\n", "", "either menu or moreHelp is there"],
  ],
  "a fact of a language that cannot be": [
    ["es/language.yaml", "prefix: /es", "prefix: es", "this is to be empty, or a path like /es"],
    ["es/language.yaml", "promises: 'garanti", "promises: '(garanti", "this is to be a regular expression"],
    ["es/language.yaml", "locale: es-US", "locale: Spanish", "this is to be a locale like es-US"],
    ["es/language.yaml", '    other: "{count} días hábiles"\n', "", "other is missing"],
    [
      "es/language.yaml",
      '"{count} minutos"',
      '"{number} minutos"',
      "{number} is no fact that is known here, but for {count}",
    ],
  ],
  "a name in braces that the page does not know, or markup,": [
    ["es/home.yaml", "del {until}", "del {day}", "{day} is no fact that is known here"],
    [
      "es/home.yaml",
      "title: Nuestros propios",
      "title: Nuestros <b>propios</b>",
      "this has to be a text without markup",
    ],
  ],
  "a name in braces that a feature's page does not know": [
    [
      "../../features/revocations/words/es.yaml",
      "le avisamos",
      "le {avisamos}",
      "{avisamos} is no fact that is known here",
    ],
  ],
  "a feature's word by another name": [
    ["../../features/deadline/words/es.yaml", "\nhelps: ", "\nhelp: ", "nothing is called help here"],
  ],
  "a sentence on verdicts that lacks what it has to say": [
    [
      "services/features/verdicts/words/es.yaml",
      "nuestro límite para {state}, que es de {years}.\n  lawyer: No",
      "nuestro límite para {state}.\n  lawyer: No",
      "{years} has to be said here",
    ],
  ],
  "a link to no page": [
    ["en/articles/about-us.md", "(/sponsors/)", "(/sponsor/)", "line 37: there is no page /sponsor/"],
    ["en/frame.yaml", "url: /sponsors/", "url: /sponsor/", "there is no page /sponsor/"],
    ["es/thank-you.yaml", "url: /car-accident-laws/", "url: /leyes/", "there is no page /leyes/"],
  ],
  "a link to no page in a feature's line of Markdown": [
    [
      calculator,
      "[each state](/car-accident-laws/)",
      "[each state](/laws/)",
      "calculator.yaml line 60 column 3: there is no page /laws/",
    ],
  ],
  "a word that is missing, or too much, where only one language has the page": [
    ["en/articles.yaml", "{ topic: Who", "{ topc: Who", "nothing is called topc here"],
    ["en/articles.yaml", ", NH: Not required", "", "articles.yaml line 54 column 3: NH is missing"],
    ["en/articles.yaml", "[one year, ", "[", "these are one year to six"],
    [
      "en/articles.yaml",
      "Last reviewed {day}",
      "<b>Last reviewed</b> {days}",
      "line 11 column 1: pages show no html here",
    ],
    ["en/articles.yaml", "{years}, usually", "Usually", "{years} has to be said here"],
  ],
  "a feature's line of Markdown that lacks what it has to say": [
    [calculator, "{day} ({found law})", "{day}", "{found law} has to be said here"],
  ],
  "a film's scene that has no words": [
    [
      "../../features/films/words/en/films.yaml",
      "        points: [Most end without a trial]\n",
      "",
      "points is missing",
    ],
  ],
  "a text that cannot be shown": [
    [
      "en/privacy-policy.md",
      "{days of visits}",
      "{days of visit}",
      "line 41: there is no fact {days of visit} here",
    ],
    [texas, "{law IN 1952.152}", "{law XY 1}", "line 37: there is no code for the law XY 1"],
    [faqs, "### Is this site a law firm?", "> ###", "line 76: pages show no blockquote here"],
    [
      "es/terms-of-use.md",
      "## Plazos\n",
      "",
      "line 1: it has 7 sections, and services/words/en/site/terms-of-use.md has 8",
    ],
    ["en/articles/state.md", "[[{time note}]]", "{time note}]]", "line 24: ]] ends what no [[ has begun"],
    [laws, "Table: The main fault rules\n", "", "line 40: above a table stands a line"],
    [
      "en/articles/about-us.md",
      'title: "About us',
      'title: "{siteName}',
      "line 4 column 1: there is no fact {siteName} here",
    ],
  ],
  "a question's part that is called otherwise": [
    [english, "  AtFault:\n", "  AtFualt:\n", "nothing is called AtFualt here; did you mean AtFault?"],
    [
      spanish,
      "      Motorcycle: Motocicleta",
      "      Motorbike: Motocicleta",
      "nothing is called Motorbike here",
    ],
    [
      spanish,
      "      law_firm_name:\n",
      "      law_firm:\n",
      "called law_firm here; did you mean law_firm_name?",
    ],
    [spanish, "      injury: Su lesión", "      injuries: Su lesión", "nothing is called injuries here"],
    [spanish, "      medicareSoon:\n", "      medicareLater:\n", "nothing is called medicareLater here"],
  ],
  "a question's part that is missing": [
    [spanish, "      Bus: Autobús\n", "", "options.Bus of OtherDriversVehicleType is missing"],
    [
      spanish,
      "        missing: Escriba el día.\n",
      "",
      "fields.injury_day.missing of WhenWasTheAccident is missing",
    ],
    [spanish, "        label: Año\n", "", "fields.injury_year.label of WhenWasTheAccident is missing"],
    [
      spanish,
      "    subHeading: En el reporte aparece como BAC.\n",
      "",
      "subHeading of BACMeasuredByTest is in one language and not in the other",
    ],
    [
      spanish,
      "        hint: AAAA\n",
      "",
      "fields.injury_year.hint of WhenWasTheAccident is in one language and not in the other",
    ],
  ],
  "a question with what no question has": [
    [english, "heading: How old are you?", "heading: How <b>old</b> are you?", "without braces and markup"],
    [english, "heading: Which law firm represents you?", "heading: ''", "without braces and markup"],
    [
      english,
      "heading: Was a police report filed?",
      "heding: Was there one?",
      "called heding here; did you mean heading?",
    ],
  ],
  "a message that is missing, or has another name": [
    [messages("screens"), "busy:\n", "bsy:\n", "nothing is called bsy here; did you mean busy?"],
    [messages("screens"), "  tooShort: Cuéntenos", "  tooShrt: Cuéntenos", "here; did you mean tooShort?"],
    [
      messages("screens"),
      "homePage:\n  text: Ir a la página de inicio\n  url: /es/\n",
      "",
      "homePage is missing",
    ],
    [messages("screens"), "url: /es/terms-of-use/", "url: es/terms-of-use/", "column 5: "],
  ],
  "a message with a fact that is not there, or without one that it has to say": [
    [
      messages("pages"),
      "{seconds} segundos",
      "{second} segundos",
      "{second} is no fact that is known here, but for",
    ],
    [messages("pages"), "{shown} de {total}", "{shown} de muchas", "{total} has to be said here"],
    [messages("pages"), "title: Qué pasa después", "title: Qué pasa {después", "{después} is no fact"],
    [messages("pages"), "honeypot: Deje", "honeypot: Deje }", "{} is no fact that is known here"],
  ],
  "a consent that is not whole": [
    [
      messages("consent"),
      "respondo STOP a un mensaje o llamo al {phone}",
      "llamo",
      "{phone} has to be said here",
    ],
    [
      messages("consent"),
      "Acepto que {siteName} envíe mis respuestas a {buyers}",
      "Acepto {siteName} que",
      "{buyers} has to",
    ],
    [messages("consent"), "    - Esto no es condición para comprar nada.\n", "", "this has three paragraphs"],
    [
      messages("consent"),
      "    begins: [",
      "    begin: [",
      "nothing is called begin here; did you mean begins?",
    ],
  ],
  "a consent with other words than its version, or with a version that is new": [
    ["services/words/en/consent.yaml", "version: 4", "version: 5", `version 5 is new: add 5: ${inEnglish}`],
    [
      messages("consent"),
      "Usar este servicio es gratis",
      "Usarlo es gratis",
      "not the words of version 4: take the change back, or call it version 5 and add 5: ",
    ],
  ],
  "a version that is not the next one": [
    [messages("consent"), "version: 4", "version: 7", `or call it version 5 and add 5: ${inSpanish}`],
  ],
  "a version that is no number": [
    [messages("consent"), "version: 4", "version: 4.5", "this is to be a whole number"],
  ],
  "a list of versions from which one was taken out, or in which there is something else": [
    [
      versions,
      `4: ${inEnglish}`,
      `3: ${"0".repeat(64)}\n    5: ${inEnglish}`,
      "version 4 is missing, and what is stored may name it",
    ],
    [
      versions,
      `4: ${inSpanish}`,
      `four: ${inSpanish}`,
      "versions are whole numbers, or days like 2026-11-23",
    ],
    [versions, "070cd4c7", "070", "this is to be a SHA-256 in hex"],
  ],
  "a list that does not have a language's consents": [
    [versions, "es:\n  consent:", "es:\n  consents:", ""],
    [messages("consent"), "# The law", "# A law", `version 4 is new: add 4: ${inSpanish}`],
  ],
  "a legal page with other words than on its day, or with a day that is new": [
    [
      "en/privacy-policy.md",
      "2026-11-23",
      "2027-01-05",
      "version 2027-01-05 is new: add 2027-01-05: 8b98182752c7",
    ],
    [
      "en/terms-of-use.md",
      "2026-11-23",
      "2026-11-22",
      "not the words of version 2026-11-22: take the change back",
    ],
    [
      "es/terms-of-use.md",
      "## Plazos",
      "## Los plazos",
      "services/words/versions.yaml, below es and terms-of-use",
    ],
    ["es/privacy-policy.md", "title: Política", "title: La política", "not the words of version 2026-11-23"],
  ],
  "a message with markup, or none": [
    [messages("trouble"), "title: Algo salió mal", "title: Algo <b>salió</b> mal", "a text without markup"],
    [messages("trouble"), "send: Enviar", "send: Enviar&nbsp;", "a text without markup"],
    [messages("trouble"), "reload: Intentar otra vez", "reload: ''", "this has to say something"],
  ],
  "a list of messages that is longer in one language": [
    [
      messages("pages"),
      "    - Ellas deciden qué puede recibir. Preguntar es gratis.\n",
      "",
      "services/words/en/pages.yaml line",
    ],
  ],
  "a text message that does not begin with its code": [
    [messages("letters"), '"{code} es', '"Su código: {code} es', "has to begin with {code}"],
  ],
};

it.each(Object.entries(cases))("%s stops the start, which names file and line", async (_what, mistakes) => {
  const { code, printed } = await startWith(mistakes);
  for (const [file, , , words] of mistakes) {
    const lines = printed.split("\n").filter((line) => line.includes(`- ${pathOf(file)} line `));
    expect(lines.join("\n"), printed).toContain(words);
  }
  expect(code).toBe(1);
});

const phrases = "../../../machines/rules/phrases/second-list.en.json";

it.each([
  ["that is not closed", '"two years ago"', '"two years ago', /second-list\.en\.json: .*line \d+ column \d+/],
  [
    "that is there twice",
    '"two years ago"',
    '"two years ago", "Two years, ago!"',
    /yearsAgo: "Two years, ago!" is in/,
  ],
  [
    "without a word",
    '"two years ago"',
    '"…"',
    /second-list\.en\.json, yearsAgo: "…" has no word to be found by/,
  ],
  ["whose group has another name", '"noHarm"', '"noHurt"', /second-list\.en\.json, noHarm: there is no list/],
])("a phrase %s stops the start, which names its file", async (_what, text, other, words) => {
  const { code, printed } = await startWith([[phrases, text, other, ""]]);
  expect(printed).toMatch(words);
  expect(code).toBe(1);
});
