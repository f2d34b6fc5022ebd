import { describe, expect, it } from "vitest";
import { given, pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { answersA, answersC } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const others = during(startPageScripts);
const site = siteForTests(() => pageScriptsEnv(others));
const newest = () => storedLeads(site.databaseFile).at(-1)!;
const certificate = (hex = given.certificate) => `${others.origin}/${hex}`;
const messages = (leadId: string) =>
  query<{ destination: string }>(
    site.databaseFile,
    "select destination from outbox where lead_id = ? order by destination",
    leadId,
  ).map(({ destination }) => destination);

describe("a form that the browser posts by itself", () => {
  it("brings the inputs that scripts have added to it", holds(191), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    const inputs = { xxTrustedFormCertUrl: certificate(), universal_leadid: given.token };
    for (const answer of Object.values(answersC)) await visitor.post({ ...inputs, ...answer });
    expect(newest().record).toMatchObject({
      trustedform_cert_url: certificate(),
      trusted_form_cert_id: given.certificate,
      leadid_token: given.token,
    });
    expect(messages(newest().id)).toEqual(["jornaya-audit", "lead-prosper", "trustedform-certificate"]);
  });

  it("may bring nonsense, which is ignored", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    const inputs = {
      xxTrustedFormCertUrl: `https://evil.example/${given.certificate}`,
      universal_leadid: "x",
    };
    for (const answer of Object.values(answersC)) await visitor.post({ ...inputs, ...answer });
    expect(newest().record).toMatchObject({ trustedform_cert_url: "", leadid_token: "" });
    expect(messages(newest().id)).toEqual(["lead-prosper"]);
  });
});

describe("the island's posts", () => {
  it("report what is known by then; the lead has the latest of each", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const [first, ...rest] = entriesC();
    const other = certificate("f".repeat(40));
    await visitor.progress([first!], { reported: { trustedFormUrl: other, publicIp: given.ip } });
    await visitor.progress(rest, { reported: { leadidToken: given.token } });
    await visitor.postLead({ reported: { trustedFormUrl: certificate(), leadidToken: given.token } });
    expect(newest().record).toMatchObject({
      trustedform_cert_url: certificate(),
      leadid_token: given.token,
      ip_address: "127.0.0.1",
    });
  });

  it("bring a click's id that arrived meanwhile; the visitor's source stays known", holds(492), async () => {
    const headers = { Referer: "https://ads.example/" };
    const visitor = await new JsonVisitor(site.url, "/survey/c", { headers }).open("?affid=252");
    const asked = () => site.stubs.mappings.requests.length;
    const before = asked();
    const entries = entriesC();
    await visitor.progress(entries.slice(0, 2), { query: { affid: "252" } });
    const registered = { query: { affid: "252", _ef_transaction_id: given.click } };
    await visitor.progress(entries.slice(2), registered);
    await visitor.postLead(registered);
    expect(newest().record).toMatchObject({
      affid: "252",
      ef_transaction_id: given.click,
      page_referer: "https://ads.example/",
      lp_campaign_id: "52",
    });
    expect(asked(), "the same click's campaign is asked for once").toBe(before + 1);
  });
});

describe("the pages' policy", () => {
  const policy = async () => String((await send(site.url, "/survey/c")).headers["content-security-policy"]);

  it("allows the configured origins", async () => {
    const directives = Object.fromEntries((await policy()).split("; ").map((part) => part.split(/ (.*)/)));
    for (const name of ["script-src", "connect-src", "img-src"]) {
      expect(directives[name], name).toContain(others.origin);
    }
    expect(directives, "others' scripts make markup").not.toHaveProperty("trusted-types");
    for (const name of ["style-src", "form-action", "frame-ancestors"]) {
      expect(directives[name], name).not.toContain(others.origin);
    }
  });

  it("and no page contains a key or an account of ours", holds("T14"), async () => {
    const pages = await Promise.all(["/", "/survey/c", "/contact/"].map((path) => send(site.url, path)));
    for (const { text } of pages) expect(text).not.toMatch(/stub-tf-key|stub-lac|mapped-key/);
    expect(pages[1]!.text).toContain("/campaign/");
  });
});

const withPixels = siteForTests({
  "pixels.meta": "1234567890123456",
  "pixels.tiktok": "CSTUBPIXEL0123456789",
  "pixels.tracking": "https://pixel.example/a.gif?net=1&kind=a",
  pages: {
    "/survey/ticket": {
      pixels: { tracking: "https://ticket.example/t.gif", meta: "off", tiktok: "off" },
    },
  },
});

function imagesIn(html: string): string[] {
  const [, plain = ""] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? [];
  return [...plain.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address!.replaceAll("&amp;", "&"));
}

describe("the images of a page for browsers without scripts", () => {
  it("are not repeated with a refused form, or on the way back", async () => {
    const visitor = new FormVisitor(withPixels.url);
    await visitor.open("/survey/a?affid=389");
    await visitor.post({});
    expect([visitor.screen.status, imagesIn(visitor.screen.html)]).toEqual([422, []]);
    for (const step of ["AutoAccidentCaseWorth", "OtherDriversVehicleType"])
      await visitor.post(answersA[step]!);
    await visitor.post({ intent: "back" });
    expect([visitor.screen.step, imagesIn(visitor.screen.html)]).toEqual(["OtherDriversVehicleType", []]);
  });

  it("are the path's own", holds(332), async () => {
    const { text } = await send(withPixels.url, "/survey/ticket?affid=389");
    expect(imagesIn(text)).toEqual(["https://ticket.example/t.gif"]);
  });

  it.each<Record<string, string>>([{ "Sec-GPC": "1" }, { Cookie: "opt-out=1" }])(
    "are absent for visitors who opted out: %j",
    async (headers) => {
      for (const path of ["/survey/ticket", "/survey/c?affid=389"]) {
        const { text } = await send(withPixels.url, path, { headers });
        expect(text).not.toMatch(/noscript|ticket\.example|pixel\.example|facebook|tiktok/);
      }
    },
  );
});
