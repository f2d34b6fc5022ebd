import { describe, expect, it, test } from "vitest";
import { languageAt } from "../../../app/site/content/language.ts";
import { metaInEach } from "../../../app/site/meta.ts";
import { pageLook } from "../../../app/site/page-look.ts";
import { defaultFlags, pageFlags } from "../../../machines/rules/page-flags.ts";
import { holds } from "../../support/holds.ts";
import { everySheet } from "../styles/styles.test.ts";

const _words = {
  en: { title: "Contact", description: "Write to us." },
  es: { title: "Contacto", description: "Escríbanos." },
};

describe("the language of a page", () => {
  it.each([
    ["/contact/", "en", "Contact", "Write to us."],
    ["/es/contact/", "es", "Contacto", "Escríbanos."],
  ])("the head of %s is in its own language", (pathname, language, title, description) => {
    expect(languageAt(pathname)).toBe(language);
    const meta = metaInEach("/contact/");
    const said = meta({
      matches: [],
      data: { language, head: { title, description } },
    } as unknown as Parameters<typeof meta>[0]);
    expect(said).toContainEqual({ title });
    expect(said).toContainEqual({ name: "description", content: description });
  });

  it.each([
    ["/es", "es"],
    ["/essays/", "en"],
  ])("the path %s is in the language %s", (pathname, language) => {
    expect(languageAt(pathname)).toBe(language);
  });
});

const numbered = (flag: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${flag}:v${index + 1}`);

describe("the flags of a page", () => {
  test("a page without flags looks as usual", () => {
    expect(pageLook(defaultFlags)).toEqual({});
    expect(pageLook(undefined)).toEqual({});
  });

  test.each([
    ...numbered("theme", 12),
    ...numbered("logo", 5),
    "fontWeight:500",
    "fontWeight:600",
    "progressBar:v1",
    "roundedButtons",
    "noPercentSign",
    "noPrivacyGuarantee",
    "accidentTimeframe",
  ])("%s is one attribute of the page, and a style sheet uses it", holds(379, 380, 383, 384, 386), (flag) => {
    const look = Object.entries(pageLook(pageFlags(flag)));
    expect(look).toHaveLength(1);
    const [attribute, value] = look[0]!;
    expect(everySheet).toContain(value === "true" ? `[${attribute}]` : `[${attribute}="${value}"]`);
  });
});
