import { describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import type { Messages } from "../../services/words/messages.ts";
import { contactMessage } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Sending, type Sent, send } from "../support/send.ts";
import { storedLeads } from "../support/store-reader.ts";
import { FormVisitor } from "../support/visitors.ts";

const site = siteForTests({ stubs: false });

const languageOf = ({ text }: Sent) => text.match(/<html lang="(\w+)"/)?.[1];
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, url]) => url!);
const mainOf = ({ text }: Sent) => text.slice(text.indexOf("<main"), text.indexOf("</main>"));
const legal = ["/privacy-policy/", "/terms-of-use/", "/do-not-sell-my-information/"];

const typed: Record<string, Record<string, string>> = {
  IncidentDescription: { case_description: "Un camión chocó mi carro por detrás en un semáforo en rojo." },
  NameAndEmail: { firstName: "Ana", lastName: "Rivera", email: "ana.rivera@example.com" },
};

describe("the consent of a Spanish survey", () => {
  it("the consent of a Spanish survey links to the Spanish privacy policy and terms", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/v4nv-es");
    for (let steps = 0; !visitor.screen.html.includes('id="consent"') && steps < 20; steps++) {
      const { html, step } = visitor.screen;
      const [, option = ""] = html.match(/name="option" value="([^"]+)"/) ?? [];
      await visitor.post(typed[step] ?? { option });
    }
    const question = mainOf({ text: visitor.screen.html } as Sent);
    const besides = question.replace(/<details.*<\/details>/s, "");
    expect(linksIn(besides)).toEqual(["/es/privacy-policy/", "/es/terms-of-use/", "/es/privacy-policy/"]);
  });
});

/** How often each kind of element is in a page's text. */
function structureOf(page: Sent): Record<string, number> {
  const main = mainOf(page);
  const count = (pattern: RegExp) => main.match(pattern)?.length ?? 0;
  return Object.fromEntries(
    ["h1", "h2", "p", "ul", "li", "a", "form", "input", "button", "section"].map((tag) => [
      tag,
      count(new RegExp(`<${tag}[ >]`, "g")),
    ]),
  );
}

describe.each(legal)("%s in Spanish", (path) => {
  it("has every section, paragraph, item, link and field of the English one, in their order", async () => {
    const [en, es] = [await send(site.url, path), await send(site.url, `/es${path}`)];
    expect([languageOf(en), languageOf(es), es.status]).toEqual(["en", "es", 200]);
    expect(structureOf(es)).toEqual(structureOf(en));
    const tags = (page: Sent) => mainOf(page).match(/<(?:h\d|p|ul|li|section|form)\b/g);
    expect(tags(es)).toEqual(tags(en));
    const figures = (page: Sent) =>
      mainOf(page)
        .replace(/<[^>]*>|&#x27;/g, " ")
        .match(/\d+/g);
    expect(figures(es)).toEqual(figures(en));
  });

  it("links to the English one, and is linked to by it, for readers and for search engines", async () => {
    const [en, es] = [await send(site.url, path), await send(site.url, `/es${path}`)];
    expect(linksIn(es.text)).toContain(path);
    expect(linksIn(en.text)).toContain(`/es${path}`);
    for (const { text } of [en, es]) {
      const alternates = [
        ...text.matchAll(/<link rel="alternate" hrefLang="(\w+)" href="[^"]*?(\/(?:es\/)?[\w-]+\/)"/gi),
      ];
      expect(alternates.map(([, language, url]) => [language, url])).toEqual([
        ["en", path],
        ["es", `/es${path}`],
      ]);
    }
  });
});

describe("a Spanish form", () => {
  it("the Spanish do-not-sell form explains in Spanish what is wrong, and what was recorded", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/es/do-not-sell-my-information/");
    await visitor.post({ email: "ana" });
    expect(visitor.screen.status).toBe(422);
    expect(visitor.screen.html).toContain("<title>Error: No vendan ni compartan");
    expect(visitor.screen.html).toContain("Escriba un correo electrónico como nombre@example.com.");
    await visitor.post({ email: "" });
    expect(visitor.screen.html).toContain("Escriba su correo electrónico, su teléfono o los dos.");
    await visitor.post({ email: "ana.es@example.com" });
    expect(visitor.screen.html).toContain("Registramos su decisión");
    expect(languageOf({ text: visitor.screen.html } as Sent)).toBe("es");
  });

  it("the Spanish contact form explains in Spanish what is wrong, keeps the rest, says thanks, and stores what receivers can read", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/es/contact/");
    expect(languageOf({ text: visitor.screen.html } as Sent)).toBe("es");
    const message = { ...contactMessage, typeOfAccident: "Pedestrian Accident" };
    await visitor.post({ ...message, email: "ana", lastName: "" });
    expect(visitor.screen.status).toBe(422);
    for (const words of ["<title>Error: Contáctenos", "Escriba su apellido.", "como nombre@example.com."])
      expect(visitor.screen.html).toContain(words);
    expect(visitor.screen.html).toMatch(/<option[^>]*selected=""[^>]*>Iba a pie/);
    await visitor.post(message);
    expect(visitor.screen.url).toBe("/es/contact/?sent=1");
    expect(visitor.screen.html).toContain("Recibimos su mensaje");
    expect(storedLeads(site.databaseFile).at(-1)?.record).toMatchObject({
      type_of_accident: "Pedestrian Accident",
      message: message.message,
    });
  });
});

describe("what is shown instead of a page", () => {
  const from = (path: string) => ({ headers: { Referer: site.url + path } });
  const prefers = (languages: string) => ({ headers: { "Accept-Language": languages } });
  const missing: [path: string, sending: () => Sending, language: "en" | "es"][] = [
    ["/survey/nothing", () => ({}), "en"],
    ["/es/nothing", () => ({}), "es"],
    ["/nothing?lang=es", () => ({}), "es"],
    ["/survey/nothing", () => from("/survey/es?affid=7"), "es"],
    ["/nothing", () => from("/survey-thank-you/?lang=es"), "es"],
    ["/nothing", () => from("/es/terms-of-use/"), "es"],
    ["/nothing", () => ({ headers: { ...from("/survey/c").headers, "Accept-Language": "es" } }), "en"],
    ["/nothing", () => ({ headers: { Referer: "https://elsewhere.example/es/" } }), "en"],
    ["/nothing", () => prefers("es-MX,es;q=0.9,en;q=0.8"), "es"],
    ["/nothing", () => prefers("en-US,en;q=0.9,es;q=0.8"), "en"],
    ["/nothing", () => prefers("fr, en;q=0.5, es;q=0.7"), "es"],
    ["/nothing", () => prefers("est, en"), "en"],
  ];

  it.each(missing)("an unknown page %s %s is in %s", holds(35), async (path, sending, language) => {
    const page = await send(site.url, path, sending());
    const { title, heading, start } = messagesIn(language).trouble.errorPages.notFound;
    expect([page.status, languageOf(page)]).toEqual([404, language]);
    expect(page.text).toContain(`<title>${title} | Claimpath</title>`);
    expect(page.text).toContain(`<h1>${heading}</h1>`);
    const survey = language === "es" ? "/survey/v4nv-es" : "/survey/c";
    expect(page.text).toMatch(new RegExp(`<a [^>]*href="${survey}">${start}</a>`));
  });

  const refused: [string, Sending, number, keyof Messages["trouble"]["errorPages"]["refused"]][] = [
    ["a form that is too long", { form: { a: "x".repeat(70_000) } }, 413, "tooLong"],
    [
      "a form from another site",
      { form: { a: "" }, headers: { Origin: "https://e.example" } },
      403,
      "otherSite",
    ],
    ["a method of no form", { method: "PUT" }, 405, "method"],
  ];

  it.each(refused)("%s is refused in the survey's language", async (_what, sending, status, words) => {
    for (const [path, language] of [
      ["/survey/es", "es"],
      ["/survey/c", "en"],
    ] as const) {
      const page = await send(site.url, path, sending);
      expect([page.status, languageOf(page)]).toEqual([status, language]);
      expect(page.text).toContain(`<p>${messagesIn(language).trouble.errorPages.refused[words]}</p>`);
      expect(page.text).toContain(`<h1>${messagesIn(language).trouble.errorPages.title}</h1>`);
      // The refused page belongs to a form, to which the visitor is led back.
      const back = `<a class="button" href="${path}">${messagesIn(language).trouble.errorPages.back}</a>`;
      expect(page.text.includes(back)).toBe("form" in sending);
    }
  });

  it("a page that accepts no form says so in its own language", async () => {
    for (const [path, language] of [
      ["/es/privacy-policy/", "es"],
      ["/privacy-policy/", "en"],
    ] as const) {
      const page = await send(site.url, path, { form: { a: "" }, headers: { "Accept-Language": "es" } });
      expect([page.status, languageOf(page)]).toEqual([405, language]);
      expect(page.text).toContain(messagesIn(language).trouble.errorPages.failed);
    }
  });
});
