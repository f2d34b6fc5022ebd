import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { processFacts } from "../../machines/messages/testimonials.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { type Site, startSite } from "../support/site.ts";

const facts = {
  SITE_NAME: "Help After Accidents",
  DEFAULT_PHONE: "+18885550199",
  CONTACT_EMAIL: "we@example.org",
  SITE_ADDRESS: "1 Main Street, Springfield",
};
const quote = {
  quote: "They asked little & called <soon>.",
  name: "Ana R.",
  place: "Austin, Texas",
  date: "2026-03-31",
  language: "en",
  consent: "Signed release of 2026-04-02, kept by the office",
};
const spanishQuote = { ...quote, quote: "Fue gratis.", language: "es" };

/** A file with this in it. */
function fileWith(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-quotes-")), "quotes.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const warningsIn = (site: Site) => site.output().match(/^Warning: .*$/gm) ?? [];

describe("a site of which nothing is set", () => {
  const site = siteForTests({ stubs: false });

  it("warns at its start of each fact about the company that is still fictitious", () => {
    expect(warningsIn(site)).toEqual([
      "Warning: SITE_NAME is the fictitious default.",
      "Warning: DEFAULT_PHONE is the fictitious default: nobody answers the calls of visitors.",
      "Warning: CONTACT_EMAIL is the fictitious default: nobody reads the messages of visitors.",
      "Warning: SITE_ADDRESS is the fictitious default.",
    ]);
  });

  it("shows facts in its carousel, and nobody's quotes", holds(94), async () => {
    const { text } = await send(site.url, "/survey/c");
    for (const { en } of processFacts.accident) expect(text).toContain(en.text);
    expect(text).not.toContain("<blockquote");
  });
});

describe("a site whose company is set, with quotes", () => {
  const site = siteForTests({ ...facts, TESTIMONIALS_FILE: fileWith([quote, spanishQuote]) });

  it("warns of nothing", () => expect(warningsIn(site)).toEqual([]));

  it.each([
    [
      "/survey/c",
      "They asked little &amp; called &lt;soon&gt;.",
      "Austin, Texas<!-- -->, <!-- -->March 2026",
    ],
    ["/survey/es", "Fue gratis.", "Austin, Texas<!-- -->, <!-- -->marzo de 2026"],
  ])(
    "%s shows its quote with place and date, not how we may show it",
    holds(94),
    async (path, text, from) => {
      const page = await send(site.url, path);
      expect(page.text.match(/<blockquote[^>]*>(.*?)<\/blockquote>/g)).toEqual([
        expect.stringContaining(text),
      ]);
      expect(page.text).toContain(from);
      expect(page.text).not.toContain("Signed release");
    },
  );

  it("shows none of them in a survey about something else", async () => {
    expect((await send(site.url, "/survey/ticket")).text).not.toContain("<blockquote");
  });
});

it.each([
  ["{", "it is not JSON"],
  [{}, "it is not a list"],
  [[quote, { ...quote, name: undefined }], 'quote 2: "name" must be a text'],
  [[{ ...quote, quote: " " }], 'quote 1: "quote" must not be empty'],
  [[{ ...quote, date: "2026-02-30" }], 'quote 1: "date" must be a day such as 2026-01-31'],
  [[{ ...quote, language: "fr" }], 'quote 1: "language" must be en or es'],
  [[{ ...quote, consent: undefined }], 'quote 1: "consent" must be a text'],
  [[{ ...quote, stars: 5 }], 'quote 1: "stars" is not known'],
  [[7], "quote 1: it is not an object"],
])("a site does not start with a file of quotes that says %j", async (content, fault) => {
  const file = fileWith(content);
  await expect(startSite({ stubs: false, TESTIMONIALS_FILE: file })).rejects.toThrow(
    `Bad settings: TESTIMONIALS_FILE must be a JSON file with a list of quotes (${file}: ${fault}).\n`,
  );
});

it("nor with one that is not there", () =>
  expect(startSite({ stubs: false, TESTIMONIALS_FILE: "/no/where.json" })).rejects.toThrow(
    "(/no/where.json: it cannot be read).",
  ));
