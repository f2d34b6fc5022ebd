import { expect, it } from "vitest";
import { languageAt, metaInBoth } from "../../../app/site/meta.ts";

const words = {
  en: { title: "Contact", description: "Write to us." },
  es: { title: "Contacto", description: "Escríbanos." },
};

it.each([
  ["/contact/", "en", "Contact", "Write to us."],
  ["/es/contact/", "es", "Contacto", "Escríbanos."],
])("the head of %s is in its own language", (pathname, language, title, description) => {
  expect(languageAt(pathname)).toBe(language);
  const meta = metaInBoth("/contact/", words);
  const said = meta({ matches: [], location: { pathname } } as unknown as Parameters<typeof meta>[0]);
  expect(said).toContainEqual({ title });
  expect(said).toContainEqual({ name: "description", content: description });
});

it.each([
  ["/es", "es"],
  ["/essays/", "en"],
])("%s is in the language %s", (pathname, language) => {
  expect(languageAt(pathname)).toBe(language);
});
