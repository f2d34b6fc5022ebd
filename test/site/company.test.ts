import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { siteForTests } from "../support/during.ts";
import { claimpathIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { type Site, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const facts = {
  name: "Help After Accidents",
  phone: "+18885550199",
  email: "we@example.org",
  address: "1 Main Street, Springfield",
  "reply-within": "2 business days",
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

const standing = {
  "legal-name": "Help After Accidents LLC",
  "registered-in": "Delaware",
  hours: { en: "Weekdays, 9 to 6", es: "De lunes a viernes, de 9 a 18" },
  team: [{ name: "Maria Lopez", role: "Answers your messages" }],
  reviewer: { name: "Ruth Cole", title: "Attorney, Texas", "bar-record": "https://bar.test/ruth" },
  firms: [{ name: "North & Sons", city: "Austin, Texas", "bar-record": "https://bar.test/north" }],
};

async function textAt({ url }: Site, path: string): Promise<string> {
  const { text } = await send(url, path);
  return text.slice(text.indexOf("<main")).replace(/<[^>]*>/g, "");
}

const face = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A claimpath.yaml beside a picture with these bytes, which the company's first person names. */
function fileWithPhoto(bytes: Buffer, more: object = {}): string {
  const team = [
    { ...standing.team[0], photo: "maria.png" },
    { name: "Bo", role: "Writes the guides" },
  ];
  const reviewer = { ...standing.reviewer, photo: "maria.png" };
  const file = claimpathIn({ ...more, company: { ...standing, ...facts, team, reviewer } });
  writeFileSync(join(dirname(file), "maria.png"), bytes);
  return file;
}

const warningsIn = (site: Site) => site.output().match(/^Warning: .*$/gm) ?? [];

describe("a site of which nothing is set", () => {
  const site = siteForTests({ stubs: false });

  it("warns at its start, in one line, about each fictitious fact about the company", () => {
    expect(warningsIn(site)).toEqual([
      "Warning: company.name, company.phone, company.email, company.address are fictitious defaults: nobody answers the calls of visitors, nobody reads the messages of visitors. `npm run setup` asks for yours.",
    ]);
  });

  it("names nobody, and leaves no gap in the place of names", async () => {
    const about = await textAt(site, "/about-us/");
    expect(about).not.toMatch(/is run by|The people behind it/);
    expect(await textAt(site, "/sponsors/")).toContain("We do not list the firms here.");
    expect(await textAt(site, "/car-accident-laws/texas/")).not.toContain("Reviewed by");
    expect(await textAt(site, "/contact/?sent=1")).toContain("and will get back to you.");
  });

  it("shows facts in its carousel, and no quotes", holds(94), async () => {
    const { text } = await send(site.url, "/survey/c");
    for (const fact of messagesIn("en").pages.facts.accident) expect(text).toContain(fact.text);
    expect(text).not.toContain("<blockquote");
  });
});

describe("a site of which it is known who is behind it, with quotes", () => {
  const site = siteForTests({
    stubs: false,
    CLAIMPATH_FILE: fileWithPhoto(face, { quotes: [quote, spanishQuote] }),
  });

  it("shows on the About page who runs it and who answers", async () => {
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

  it("says on the contact page who gets a message, who else may, and when it is answered", async () => {
    const contact = await textAt(site, "/contact/");
    expect(contact).toContain("A law firm files the claim; we help you find one.");
    expect(contact).toContain("Weekdays, 9 to 6");
    const { text } = await send(site.url, "/contact/");
    const [form] = text.match(/<form[^>]*data-contact.*?<\/form>/s)!;
    expect(form).toMatch(/We may pass your message to a law firm.*href="\/privacy-policy\/".*<button/s);
    const sent = await textAt(site, "/contact/?sent=1");
    expect(sent).toContain("and usually reply within 2 business days.");
  });

  it("says where to report a weakness, following RFC 9116", async () => {
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

  it("shows a person's photo beside their name, from an address that browsers cache", async () => {
    const about = await send(site.url, "/about-us/");
    const photos = [...about.text.matchAll(/<img src="(\/photos\/[^"]+)" alt=""/g)].map(([, src]) => src!);
    expect(photos).toHaveLength(1);
    expect((await send(site.url, "/car-accident-laws/texas/")).text).toContain(photos[0]);
    const answer = await fetch(site.url + photos[0]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(face);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("cache-control")).toContain("immutable");
  });

  it("warns of nothing", () => expect(warningsIn(site)).toEqual([]));

  it.each([
    [
      "/survey/c",
      "They asked little &amp; called &lt;soon&gt;.",
      "Austin, Texas<!-- -->, <!-- -->March 2026",
    ],
    ["/survey/es", "Fue gratis.", "Austin, Texas<!-- -->, <!-- -->marzo de 2026"],
  ])("%s shows its quote with place and date, not our permission", holds(94), async (path, text, from) => {
    const page = await send(site.url, path);
    expect(page.text.match(/<blockquote[^>]*>(.*?)<\/blockquote>/g)).toEqual([expect.stringContaining(text)]);
    expect(page.text).toContain(from);
    expect(page.text).not.toContain("Signed release");
  });
});

const badCompany: [content: unknown, fault: string][] = [
  [[], "company must have keys below it"],
  [{ ...standing, owner: "A" }, "company.owner is not known here"],
  [{ team: [standing.team[0], { name: "B" }] }, "company.team.1.role is missing"],
  [
    { firms: [{ ...standing.firms[0], "bar-record": "http://a" }] },
    "company.firms.0.bar-record must be an https address",
  ],
  [{ hours: { en: "9 to 6" } }, "company.hours.es is missing"],
];
const badQuotes: [content: unknown, fault: string][] = [
  [{}, "quotes must be a list of quotes"],
  [[quote, { ...quote, name: undefined }], "quotes.1.name is missing"],
  [[{ ...quote, quote: " " }], "quotes.0.quote must not be empty"],
  [[{ ...quote, date: "2026-02-30" }], "quotes.0.date must be a day such as 2026-01-31"],
  [[{ ...quote, language: "fr" }], "quotes.0.language must be en or es"],
  [[{ ...quote, stars: 5 }], "quotes.0.stars is not known here"],
  [[7], "quotes.0 must have quote, name"],
];
const badPhotos: [bytes: Buffer, fault: string][] = [
  [Buffer.from("<svg/>"), "must be a JPEG or PNG picture"],
  [Buffer.concat([face, Buffer.alloc(200_000)]), "must be at most 200 KB"],
];

it.each([
  ...badCompany.map(([company, fault]) => [claimpathIn({ company }), fault] as const),
  ...badQuotes.map(([quotes, fault]) => [claimpathIn({ quotes }), fault] as const),
  ...badPhotos.map(([bytes, fault]) => [fileWithPhoto(bytes), `company.team.0.photo ${fault}`] as const),
])("a site does not start with a faulty file: %s %s", async (file, fault) => {
  const start = startSite({ stubs: false, CLAIMPATH_FILE: file });
  await expect(start).rejects.toThrow(`Bad settings: ${file} `);
  await expect(start).rejects.toThrow(fault);
});

describe("a campaign", () => {
  const truck = { affid: "7", headline: { en: "Hit by a <truck>?", es: "¿Le chocó un tráiler?" } };

  const site = siteForTests({ stubs: false, campaigns: [truck] });
  const textAt = async (path: string) => (await send(site.url, path)).text;

  it("shows the ad's headline above the first question to its visitors, and to nobody else", async () => {
    const pages = await Promise.all(
      ["?affid=7", "", "?affid=8", "?affid=7&s1=x"].map((q) => textAt(`/survey/c${q}`)),
    );
    expect(pages.map((page) => page.includes(">Hit by a &lt;truck&gt;?</p>"))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await textAt("/survey/v4nv-es?affid=7")).toContain(">¿Le chocó un tráiler?</p>");
  });

  it("keeps the headline when the first question is answered wrongly, and leaves it there when it is answered", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c?affid=7");
    await visitor.post({ option: "none of these" });
    expect(visitor.screen.html).toContain(">Hit by a &lt;truck&gt;?</p>");
    await visitor.post({ option: "Within 30 Days" });
    expect(visitor.screen.step).toBe("OtherDriversVehicleType");
    expect(visitor.screen.html).not.toContain(">Hit by a");
  });

  it.each([
    [{}, "campaigns must be a list"],
    [[{ ...truck, affid: 7 }], "campaigns.0.affid must be a text"],
    [[truck, { ...truck, affid: "8", headline: { en: "Hurt?" } }], "campaigns.1.headline.es is missing"],
    [[{ ...truck, color: "red" }], "campaigns.0.color is not known here"],
    [[truck, truck], "campaigns.1.affid is there twice"],
  ])("a site does not start with a file of campaigns that says %j", async (content, fault) => {
    const file = claimpathIn({ campaigns: content });
    const start = startSite({ stubs: false, CLAIMPATH_FILE: file });
    await expect(start).rejects.toThrow(`Bad settings: ${file} line 1 column `);
    await expect(start).rejects.toThrow(`: ${fault}.\n`);
  });
});

const site = siteForTests({
  "limits.proof-of-work-cost": "0",
  pages: {
    "/survey/c": { flags: { theme: "v3", verifyPhone: true } },
    "/survey/v4nv/": { flags: { combinedLastStep: "on" } },
    "/lp/surveyv4nv-2": { flags: { logo: "v2" } },
  },
});

const looks = async (path: string) => {
  const { text } = await send(site.url, path);
  const [tag = ""] = /<html[^>]*>/.exec(text) ?? [];
  return [...tag.matchAll(/data-(theme|logo)="([^"]+)"/g)].map(([, name, value]) => `${name} ${value}`);
};

describe("page flags of a path", () => {
  it.each([
    ["/survey/c", ["theme v3"]],
    ["/survey/c/", ["theme v3"]],
    ["/survey-sd/v3b", []],
    ["/lp/surveyv4nv-2", ["logo v2"]],
    ["/lp/surveyv4nv-3", []],
    ["/survey/c?flags=theme:v5,logo:v1", ["theme v5", "logo v1"]],
    ["/survey/c?flags=theme:default", []],
  ])("apply at %s: %j", holds(384, 385), async (path, expected) => {
    expect((await looks(path)).sort()).toEqual(expected.sort());
  });

  it("are counted with the visits that had them", async () => {
    const visitor = await new JsonVisitor(site.url).open("?flags=theme:v7");
    await visitor.finish(entriesC());
    const flags = () =>
      query<{ flags: string }>(
        site.databaseFile,
        "select flags from analytics_sessions s join analytics_traces t on t.id = s.trace_id join analytics_sources c on c.id = s.source_id",
      );
    await waitFor("the visit to be counted", () => flags().length > 0);
    expect(flags()).toEqual([{ flags: "verifyPhone:on,theme:v7" }]);
  });
});

describe("verification of numbers that a path asks for", () => {
  const sent = async (search: string) => {
    const visitor = await new JsonVisitor(site.url).open(search);
    await visitor.progress(entriesC().slice(0, -1));
    const facts = { path: visitor.path, visit: visitor.token, phone: "+12135550187" };
    const { status } = await visitor.post("/api/phone-code/send", facts);
    return status;
  };

  it("sends codes to visitors whose address does not mention it", async () => {
    expect(await sent("")).toBe(200);
  });

  it("is not turned off by a visitor", async () => {
    expect(await sent("?flags=verifyPhone:off")).toBe(200);
  });
});

it("a faulty file stops the start with a sentence for each fault", async () => {
  const CLAIMPATH_FILE = claimpathIn("pages:\n  /survey/zz: {}\n  /survey/c:\n    pixels: { meta: abc }\n");
  const refused = await startSite({ stubs: false, CLAIMPATH_FILE }).catch(({ message }: Error) => message);
  expect(refused).toContain(`${CLAIMPATH_FILE} line 2 column 3: pages./survey/zz is no survey's path`);
  expect(refused).toContain(
    "line 4 column 15: pages./survey/c.pixels.meta must be a pixel id of 5 to 20 digits, or off",
  );
});
