import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { pageFeatures } from "../../../app/features.ts";
import { ArticlePage } from "../../../app/site/articles/article-page.tsx";
import { type KeptDays, LegalPage } from "../../../app/site/articles/legal-page.tsx";
import { articles, legalPages } from "../../../app/site/content/pages.ts";
import { NotFound } from "../../../app/site/error-page.tsx";
import { Home } from "../../../app/site/home/home.tsx";
import type { Language, StepWording } from "../../../machines/steps/step.ts";
import { messagesIn, wordsOfStep } from "../../../services/words/index.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import { everyQuestion } from "../../machines/steps/questions.ts";
import { brought } from "../../support/features.ts";
import { english, grade, sentencesOf, spanish, textsOf, wordsOf } from "../../support/words.ts";
import { company } from "../survey/screen-fixture.ts";

const kept = { visits: 1, leads: 2, payloads: 3, undelivered: 4, contacts: 5, codes: 6, requests: 7 };
const legalIn = (language: Language) =>
  Object.values(legalPages).map((page) => (
    <LegalPage
      key={inLanguage(page, "en").path}
      page={inLanguage(page, language)}
      company={company}
      language={language}
      kept={kept as KeptDays}
    />
  ));
const pages: Record<"en" | "es", ReactElement> = {
  en: (
    <>
      <Home language="en" company={company} />
      <NotFound language="en" />
      {legalIn("en")}
      {articles.map((article) => (
        <ArticlePage key={article.path} article={article} company={company} />
      ))}
    </>
  ),
  es: (
    <>
      <Home language="es" company={company} />
      <NotFound language="es" />
      {legalIn("es")}
    </>
  ),
};
/** Every text in a language's words. */
const valuesOf = (words: unknown): string[] =>
  typeof words === "object" && words ? Object.values(words).flatMap(valuesOf) : [String(words)];

const ofFeatures = await Promise.all(brought.map(({ words }) => words?.() ?? {}));
const texts: Record<"en" | "es", string[]> = {
  en: [
    ...english.map(([, text]) => text),
    ...textsOf(renderToString(pages.en)),
    ...ofFeatures.flatMap(({ en = [] }: { en?: string[] }) => en),
    ...valuesOf(messagesIn("en").frame),
    ...pageFeatures.flatMap(({ inMenu }) => inMenu?.title ?? []),
    ...Object.values(messagesIn("en").pages.description),
  ],
  es: [
    ...spanish.map(([, text]) => text),
    ...textsOf(renderToString(pages.es)),
    ...ofFeatures.flatMap(({ es = [] }: { es?: string[] }) => es),
    ...valuesOf(messagesIn("es").frame),
    ...Object.values(messagesIn("es").pages.description),
  ],
};

/** Translated idioms and stiff words that the pages used to have, by what a native writer says instead. */
const foreign: Record<"en" | "es", Record<string, string>> = {
  en: {
    "first talk|a talk|recorded talk|talk with": "consultation, statement, deal with",
    mostly: "usually",
    "motorist cover|medical cover|own cover": "coverage",
    "stands? (still|in the contract|on this page)": "is paused, the contract states",
    "turned down|talked down": "rejected, negotiated down",
    "trade (names|details)": "exchange",
    "pay slips?": "pay stubs",
    "loss of joy": "loss of enjoyment of life",
    "ride service": "rideshare",
    "public body": "government agency",
    "in plain words": "in plain English",
    "least (insurance|amount)": "minimum",
    "insurers told": "insurers notified",
    "the sum|names a sum": "the amount",
    "seldom|nobody any ?more|by itself when": "rarely, no one, automatically",
    honour: "honor",
    "know whom|fill in “": "who to, Enter your…",
    "have no side|well in a week": "independent witnesses, healed within a week",
    "characters (needed|more)|at least 20 characters": "one or two sentences",
    "sent encrypted|answers are sent over an encrypted": "secure connection",
  },
  es: {
    "puls[ae]r?|presion(e|ar|ando)": "oprima",
    "socios?": "empresas asociadas",
    "hay coincidencia": "si encontramos un bufete para su caso",
    "le llamará|le enviará": "puede llamarle",
    "latigazo cervical": "latigazo en el cuello (whiplash)",
    "camión grande|accidente de camión|pickup": "tráiler, camioneta",
    "complete “|caracteres": "Escriba su…, una o dos frases",
    "conexión cifrada|envío cifrado": "segura",
    "condicionados al resultado": "solo si usted recibe dinero",
    "no vender mi|no vender ni compartir mi": "no vendan",
    búsquenme: "quiero encontrar",
  },
};

describe.each(["en", "es"] as const)("the words of pages and surveys in %s", (language) => {
  test.each(Object.entries(foreign[language]))("never say %s, but %s", (phrase) => {
    const found = RegExp(`(?<!\\p{L})(${phrase})(?!\\p{L})`, "iu");
    expect(texts[language].filter((text) => found.test(text))).toEqual([]);
  });
});

/** A question's sentences; labels and answers of a word or two are none. */
function sentencesIn({ heading, subHeading = "", fields = {} }: StepWording): string[] {
  const ofFields = Object.values(fields).flatMap(({ label, hint = "", missing = "" }) => [
    label,
    hint,
    missing,
  ]);
  return [heading, subHeading, ...ofFields]
    .flatMap(sentencesOf)
    .filter((sentence) => wordsOf(sentence).length > 3);
}

const questions = everyQuestion.map(
  ({ name, asked, step }) => [`${name} ${asked}`, sentencesIn(wordsOfStep(step))] as const,
);

test.each(questions)(
  "the question %s reads at sixth grade at most, in sentences of at most 20 words",
  (_name, sentences) => {
    for (const sentence of sentences) expect(wordsOf(sentence).length, sentence).toBeLessThanOrEqual(20);
    // The formula is meaningless for a question and half a line.
    if (sentences.flatMap(wordsOf).length >= 20) expect(grade(sentences)).toBeLessThanOrEqual(6);
  },
);

test("all questions together read at fourth grade", () => {
  expect(grade(questions.flatMap(([, sentences]) => sentences))).toBeLessThanOrEqual(4.5);
});
