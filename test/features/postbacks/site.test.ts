import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhookSigner } from "../../../services/providers/webhook-signature.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn, ownCertificate } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query, sqlOn, unfollowed } from "../../support/store-reader.ts";
import { UnhurriedVisitor } from "../../support/unhurried.ts";
import { FormVisitor, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyer = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
const affiliate = await startStub(() => ({ body: {} }));
const { path, remove } = destinationsIn(
  `destinations:\n  north: { kind: json, mode: live, repeats: { hours: 0 }, url: "${buyer.origin}/", answer: { accepted: { field: buy, is: "yes" }, price: price } }\norder: [north]\naffiliates: { "252": { share: 40% }, "7": { payout: 20.00 } }\n`,
);

const said =
  "e={event}&id={id}&lead={lead_id}&click={click_id}&s={sub1}&s2={sub2}&p={payout}&t={total}&g={gclid}&m={msclkid}";
const campaigns = [
  {
    affid: "252",
    postbacks: {
      lead: `${affiliate.origin}/252?${said}`,
      sold: `${affiliate.origin}/252?${said}`,
      returned: `${affiliate.origin}/252?${said}`,
      corrected: `${affiliate.origin}/252?${said}`,
    },
  },
  { affid: "7", postbacks: { method: "POST", sold: `${affiliate.origin}/7?${said}` } },
];
const secretOf = (letter: string) => `whsec_${btoa(letter.repeat(32))}`;
const secrets = { POSTBACK_SECRETS: `252=${secretOf("a")},252=${secretOf("b")},7=${secretOf("c")}` };
const settings = { stubs: false, CLAIMPATH_FILE: path, campaigns };
const site = siteForTests(settings);
afterAll(async () => {
  remove();
  await Promise.all([buyer.stop(), affiliate.stop()]);
});

let cookie: string;
beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
});
const get = async (page: string) => (await send(site.url, page, { headers: { Cookie: cookie } })).text;

const newest = () =>
  query<{ id: string }>(site.databaseFile, "select id from leads order by id desc limit 1")[0]!.id;
/** A buyer's report, as a program that has no books keeps it: the next start follows it. */
async function reported(lead: string, outcome: "returned" | "called"): Promise<void> {
  await site.stop();
  await sqlOn(
    site.databaseUrl,
    `insert into outcomes (id, lead_id, outcome, at, buyer) values ('${lead} ${outcome}', '${lead}', '${outcome}', ${Date.now()}, 'north')`,
  );
  await site.restart();
}
const heard = (lead: string) =>
  affiliate.requests
    .map(({ path, method, query: asked, body, headers }) => ({
      path,
      method,
      key: headers["idempotency-key"],
      said: Object.fromEntries(method === "GET" ? asked : new URLSearchParams(body)),
    }))
    .filter((each) => each.said.lead === lead);
const hears = (lead: string, times: number) =>
  waitFor(`${times} postbacks`, () => heard(lead).length >= times);
const attempts = (message: string) =>
  query(site.databaseFile, `select at from outbox_attempts where outbox_id = '${message}'`).length;
const idle = () =>
  waitFor(
    "an idle outbox",
    () =>
      query(
        site.databaseFile,
        `select id from outbox where status in ('waiting', 'sending') union all ${unfollowed}`,
      ).length === 0,
  );

async function leadFrom(link: string, visitor: FormVisitor = new UnhurriedVisitor(site)): Promise<string> {
  await walkForms(site.url, `/survey/c?${link}`, {}, visitor);
  return newest();
}

it("an affiliate is told once each of a lead, its sale, its return and an undone return, with its payout", async () => {
  const lead = await leadFrom(
    `affid=252&s1=${encodeURIComponent("a/b=1")}&sub2=${encodeURIComponent("x&p=999")}&sub5=clk-1&gclid=Cj0.g-1&msclkid=2135550123`,
  );
  await hears(lead, 2);
  await reported(lead, "returned");
  await hears(lead, 3);
  await sqlOn(site.databaseUrl, `delete from outcomes where lead_id = '${lead}'`);
  await reported(lead, "called");
  await hears(lead, 4);
  await idle();
  // A value with the visitor's number in it is not a click's id.
  const about = { lead, click: "clk-1", s: "a/b=1", s2: "", g: "Cj0.g-1", m: "", test: "1" };
  // The first two may cross each other on the way.
  const calls = heard(lead).toSorted((one, other) => one.said.e!.localeCompare(other.said.e!));
  expect(calls).toEqual(
    [
      { e: "corrected", p: "48.20", t: "48.20" },
      { e: "lead", p: "0.00", t: "0.00" },
      { e: "returned", p: "-48.20", t: "0.00" },
      { e: "sold", p: "48.20", t: "48.20" },
    ].map((each) => {
      const id = `${lead}.postback.252.${each.e}`;
      return { path: "/252", method: "GET", key: id, said: { ...about, ...each, id } };
    }),
  );
  const { stdout } = await runCommand(`leads show ${lead}`, {
    DATABASE_URL: site.databaseUrl,
    CLAIMPATH_FILE: path,
    campaigns,
  });
  expect(stdout).toMatch(/postback\.252\.returned: delivered at \S+, 1 attempt\n/);
  expect(await get(`/console/leads/${lead}`)).toContain("postback.252.sold");
  expect(await get("/console/deliveries"), "nothing waits").not.toContain("postback.");
});

it("an affiliate can be posted a form, and a retry has the same id", async () => {
  affiliate.fault = "5xx";
  const before = affiliate.requests.length;
  const lead = await leadFrom("affid=7&sub5=clk-7");
  await waitFor("a failure", () => affiliate.requests.length > before);
  affiliate.fault = "ok";
  await waitFor("the end of the first try", () => attempts(`${lead}.postback.7.sold`) > 0);
  expect(await get("/console/deliveries")).toMatch(/postback\.7\.sold<.*1<!-- --> <!-- -->waiting/s);
  const env = { DATABASE_URL: site.databaseUrl, CLAIMPATH_FILE: path, campaigns };
  expect((await runCommand(`outbox retry ${lead}.postback.7.sold`, env)).stderr).toBe("");
  await waitFor(
    "the second try",
    () =>
      query<{ status: string }>(
        site.databaseFile,
        `select status from outbox where id = '${lead}.postback.7.sold'`,
      )[0]?.status === "delivered",
  );
  const calls = heard(lead);
  expect(calls).toHaveLength(2);
  for (const each of calls)
    expect(each).toMatchObject({
      path: "/7",
      method: "POST",
      key: `${lead}.postback.7.sold`,
      said: { e: "sold", p: "20.00", click: "clk-7" },
    });
  expect(affiliate.requests.filter(({ path }) => path === "/7").every(({ query }) => query.size === 0)).toBe(
    true,
  );
});

it("nothing is sent for programs, disqualified leads, opt-outs and other affiliates", async () => {
  const before = affiliate.requests.length;
  const hasty = await leadFrom("affid=252", new FormVisitor(site.url));
  const optedOut = await leadFrom("affid=252", new UnhurriedVisitor(site, { "Sec-GPC": "1" }));
  const visitor = new UnhurriedVisitor(site);
  await walkForms(site.url, "/survey/c?affid=252", { HasLawyer: { option: "yes" } }, visitor);
  const disqualified = newest();
  const other = await leadFrom("affid=9");
  await idle();
  const events = affiliate.requests.slice(before).map(({ query }) => [query.get("lead"), query.get("e")]);
  // A sale with a price is in the books, and is sent nevertheless.
  expect(events.filter(([id]) => id === hasty)).toEqual([[hasty, "sold"]]);
  expect(events.filter(([id]) => [optedOut, disqualified, other].includes(id!))).toEqual([]);
  expect(query(site.databaseFile, `select qualified from leads where id = '${disqualified}'`)).toEqual([
    { qualified: 0 },
  ]);
});

it.each([
  ["sold", "https://x.example/?a={clickid}", "has {clickid}, which is not known; did you mean {click_id}?"],
  ["lead", "https://x.example/?a={phone}", "has {phone}, which is not known"],
  ["lead", "https://x.example/{sub1}?a=1", "must have its macros behind the ?"],
  ["lead", "https://{sub1}.example/?a=1", "must have its macros behind the ?"],
  ["lead", "https://x.example/?a={sub1", "has a { or } that belongs to no macro"],
  ["lead", "https://u:p@x.example/", "must be an address without a name, a password and #"],
  ["returned", "http://x.example/?a={sub1}", "must be an https address"],
  ["mode", "real", "must be test or live"],
])("a site does not start with postbacks whose %s is %s", async (name, value, fault) => {
  const broken = [{ affid: "252", postbacks: { lead: "https://x.example/", [name]: value } }];
  await expect(startSite({ stubs: false, campaigns: broken })).rejects.toThrow(
    `campaigns.0.postbacks.${name} ${fault}.\n`,
  );
});

it.each([
  "127.0.0.1",
  "localhost",
  "2130706433",
  "0x7f.1",
  "[::1]:8443",
  "[::ffff:7f00:1]",
  "10.0.0.5",
  "169.254.169.254",
  "[::ffff:a9fe:a9fe]",
  "[fd00::1]",
  "100.64.0.1",
  "metadata.google.internal.",
  "tracker",
])("a site that others visit does not start with a postback to %s", holds("T23"), async (host) => {
  const near = [
    { affid: "7" },
    { affid: "252", postbacks: { mode: "live", sold: `https://${host}/?a={sub1}` } },
  ];
  await expect(
    startSite({ stubs: false, campaigns: near, SITE_ORIGIN: "https://claims.example" }),
  ).rejects.toThrow("campaigns.1.postbacks.sold must be an address that others can reach");
});

it("a call is signed with its affiliate's secrets: a form over its bytes, a call without a body over its query", async () => {
  await using signing = await startSite({ ...settings, ...secrets });
  affiliate.requests.length = 0;
  await walkForms(
    signing.url,
    "/survey/c?affid=252&s1=a%2Fb%3D1&sub5=clk-1",
    {},
    new UnhurriedVisitor(signing),
  );
  await walkForms(signing.url, "/survey/c?affid=7&sub5=clk-7");
  await waitFor("the postbacks", () => affiliate.requests.length >= 3);
  expect(affiliate.requests.map(({ path }) => path).sort()).toEqual(["/252", "/252", "/7"]);
  for (const { path, url, body, headers } of affiliate.requests) {
    const signed = path === "/7" ? body : url.split("?")[1]!;
    const signer = (letter: string, text = signed) =>
      webhookSigner(
        [{ name: letter, secret: secretOf(letter) }],
        new Headers(headers as Record<string, string>),
        text,
        Date.now(),
      );
    const own = path === "/7" ? ["c"] : ["a", "b"];
    for (const name of own) expect(signer(name)).toEqual({ name, id: headers["idempotency-key"] });
    for (const name of ["a", "b", "c"].filter((each) => !own.includes(each)))
      expect(signer(name)).toEqual({ wrong: "webhook-signature" });
    expect(signer(own[0]!, `${signed}&p=1`)).toEqual({ wrong: "webhook-signature" });
  }
  expect(await signing.listServices()).toContain("of lead, sold, returned, corrected, signed");
  await expect(startSite({ ...settings, POSTBACK_SECRETS: `77=${secretOf("a")}` })).rejects.toThrow(
    "POSTBACK_SECRETS has a secret of affiliate 77, which has no postbacks in campaigns",
  );
  await expect(startSite({ ...settings, POSTBACK_SECRETS: "252=secret" })).rejects.toThrow(
    /POSTBACK_SECRETS must be comma-separated <name>=<secret>/,
  );
});

it("a live postback is sent encrypted, without the test mark", async () => {
  const asked: string[] = [];
  const tracker = createServer(ownCertificate(), (request, response) => {
    asked.push(request.url!);
    response.end("OK");
  });
  await new Promise<void>((resolve) => tracker.listen(0, "127.0.0.1", resolve));
  const address = `https://127.0.0.1:${(tracker.address() as AddressInfo).port}/pb`;
  const live = [{ affid: "7", postbacks: { mode: "live", sold: `${address}?c={click_id}` } }];
  await using other = await startSite({ ...settings, campaigns: live });
  await walkForms(other.url, "/survey/c?affid=7&sub5=clk-9");
  await waitFor("the postback", () => asked.length > 0);
  expect(asked).toEqual(["/pb?c=clk-9"]);
  tracker.close();
});

it("a live postback is never sent in plain text, and the list of services says what is sent", async () => {
  const live = [{ affid: "252", postbacks: { mode: "live", sold: `${affiliate.origin}/` } }];
  await expect(startSite({ stubs: false, campaigns: live })).rejects.toThrow("must be an https address");
  expect(await site.listServices()).toContain(
    "postback.252: live, test messages (tells affiliate 252 of lead, sold",
  );
});
