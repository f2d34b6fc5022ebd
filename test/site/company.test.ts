import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

const standing = {
  legalName: "Help After Accidents LLC",
  registeredIn: "Delaware",
  hours: { en: "Weekdays, 9 to 6", es: "De lunes a viernes, de 9 a 18" },
  team: [{ name: "Maria Lopez", role: "Answers your messages" }],
  reviewer: { name: "Ruth Cole", title: "Attorney, Texas", barRecord: "https://bar.test/ruth" },
  firms: [{ name: "North & Sons", city: "Austin, Texas", barRecord: "https://bar.test/north" }],
};

/** What is read at an address, without its markup. */
async function textAt({ url }: Site, path: string): Promise<string> {
  const { text } = await send(url, path);
  return text.slice(text.indexOf("<main")).replace(/<[^>]*>/g, "");
}

const face = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A company file beside a picture with these bytes, which its first person names. */
function fileWithPhoto(bytes: Buffer): string {
  const file = fileWith({
    ...standing,
    team: [
      { ...standing.team[0], photo: "maria.png" },
      { name: "Bo", role: "Writes the guides" },
    ],
    reviewer: { ...standing.reviewer, photo: "maria.png" },
  });
  writeFileSync(join(dirname(file), "maria.png"), bytes);
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

  it("names nobody, and leaves no gap where somebody would be named", async () => {
    const about = await textAt(site, "/about-us/");
    expect(about).not.toMatch(/is run by|The people behind it/);
    expect(await textAt(site, "/sponsors/")).toContain("We do not list the firms here.");
    expect(await textAt(site, "/car-accident-laws/texas/")).not.toContain("Reviewed by");
    expect(await textAt(site, "/contact/?sent=1")).toContain("and will get back to you.");
  });

  it("shows facts in its carousel, and nobody's quotes", holds(94), async () => {
    const { text } = await send(site.url, "/survey/c");
    for (const { en } of processFacts.accident) expect(text).toContain(en.text);
    expect(text).not.toContain("<blockquote");
  });
});

describe("a site of which it is known who is behind it, with quotes", () => {
  const site = siteForTests({
    ...facts,
    stubs: false,
    COMPANY_FILE: fileWithPhoto(face),
    TESTIMONIALS_FILE: fileWith([quote, spanishQuote]),
    REPLY_WITHIN: "2 business days",
  });

  it("says who runs it on the About page, and who answers", async () => {
    const about = await textAt(site, "/about-us/");
    expect(about).toContain("is run by Help After Accidents LLC, a company registered in Delaware.");
    expect(about).toContain("Maria Lopez. Answers your messages.");
    expect(about).toContain("(Weekdays, 9 to 6)");
  });

  it("names its firms on the Sponsors page, each with its record at the bar", async () => {
    const { text } = await send(site.url, "/sponsors/");
    expect(text).toMatch(
      /<a href="https:\/\/bar\.test\/north">North &amp; Sons<\/a>(<!-- -->)?, (<!-- -->)?Austin, Texas/,
    );
    expect(text).not.toContain("We do not list the firms here.");
  });

  it("names who reviewed an article with legal facts, and no other", async () => {
    const law = await send(site.url, "/car-accident-laws/texas/");
    expect(law.text).toContain('<a href="https://bar.test/ruth">Ruth Cole</a>');
    for (const path of ["/about-us/", "/sponsors/"])
      expect((await send(site.url, path)).text, path).not.toContain("Ruth Cole");
  });

  it("says on the contact page whose message it is, who may get it, and when it is answered", async () => {
    const contact = await textAt(site, "/contact/");
    expect(contact).toContain("We don’t file claims. We introduce you to a firm.");
    expect(contact).toContain("Weekdays, 9 to 6");
    const { text } = await send(site.url, "/contact/");
    const [form] = text.match(/<form[^>]*data-contact.*?<\/form>/s)!;
    expect(form).toMatch(/We may pass your message to a law firm.*href="\/privacy-policy\/".*<button/s);
    const sent = await textAt(site, "/contact/?sent=1");
    expect(sent).toContain("and usually reply within 2 business days.");
  });

  it("says where to report a weakness, as RFC 9116 has it", async () => {
    const { status, headers, text } = await send(site.url, "/.well-known/security.txt");
    expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    const fields = new Map(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/s) as [string, string]),
    );
    expect(fields.get("Contact")).toBe("mailto:we@example.org");
    const daysLeft = (Date.parse(fields.get("Expires")!) - Date.now()) / 86_400_000;
    expect([daysLeft > 30, daysLeft < 365]).toEqual([true, true]);
    expect(fields.get("Canonical")).toBe(`${site.url}/.well-known/security.txt`);
  });

  it("gives the survey's pages none of it", async () => {
    expect((await send(site.url, "/survey/c")).text).not.toMatch(/LLC|Maria Lopez|North/);
  });

  it("shows the photo of a person beside their name, from an address that browsers keep", async () => {
    const about = await send(site.url, "/about-us/");
    const photos = [...about.text.matchAll(/<img src="(\/photos\/[^"]+)" alt=""/g)].map(([, src]) => src!);
    expect(photos).toHaveLength(1);
    expect((await send(site.url, "/car-accident-laws/texas/")).text).toContain(photos[0]);
    const answer = await fetch(site.url + photos[0]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(face);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("cache-control")).toContain("immutable");
  });

  it("knows no other photo", async () => {
    expect((await send(site.url, "/photos/0123456789abcdef.png")).status).toBe(404);
  });

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

const badCompany: [content: unknown, fault: string][] = [
  ["{", "it is not JSON"],
  [[], "it must be an object"],
  [{ ...standing, owner: "A" }, "it has no field owner"],
  [{ team: [standing.team[0], { name: "B" }] }, "team 2 role must be a text"],
  [
    { firms: [{ ...standing.firms[0], barRecord: "http://a" }] },
    "firms 1 barRecord must be an https address",
  ],
  [{ hours: { en: "9 to 6" } }, "hours es must be a text"],
];
const badQuotes: [content: unknown, fault: string][] = [
  ["{", "it is not JSON"],
  [{}, "it is not a list"],
  [[quote, { ...quote, name: undefined }], 'quote 2: "name" must be a text'],
  [[{ ...quote, quote: " " }], 'quote 1: "quote" must not be empty'],
  [[{ ...quote, date: "2026-02-30" }], 'quote 1: "date" must be a day such as 2026-01-31'],
  [[{ ...quote, language: "fr" }], 'quote 1: "language" must be en or es'],
  [[{ ...quote, stars: 5 }], 'quote 1: "stars" is not known'],
  [[7], "quote 1: it is not an object"],
];
const badPhotos: [bytes: Buffer, fault: string][] = [
  [Buffer.from("<svg/>"), "must be a JPEG or PNG picture"],
  [Buffer.concat([face, Buffer.alloc(200_000)]), "must be at most 200 KB"],
];

it.each([
  ...badCompany.map(([content, fault]) => {
    const file = fileWith(content);
    return ["COMPANY_FILE", file, `must be a JSON file about the company (${file}: ${fault}).`] as const;
  }),
  ...badQuotes.map(([content, fault]) => {
    const file = fileWith(content);
    const words = `must be a JSON file with a list of quotes (${file}: ${fault}).`;
    return ["TESTIMONIALS_FILE", file, words] as const;
  }),
  ...badPhotos.map(([bytes, fault]) => {
    const file = fileWithPhoto(bytes);
    const photo = join(dirname(file), "maria.png");
    return ["COMPANY_FILE", file, `(${file}: photo of Maria Lopez: ${photo} ${fault}).`] as const;
  }),
  ["TESTIMONIALS_FILE", "/no/where.json", "(/no/where.json: it cannot be read)."] as const,
])("a site does not start with a file that is wrong: %s %s %s", async (name, file, words) => {
  const start = startSite({ stubs: false, [name]: file });
  await expect(start).rejects.toThrow(`Bad settings: ${name}`);
  await expect(start).rejects.toThrow(`${words}\n`);
});
