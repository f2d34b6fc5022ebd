import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { postgres } from "../../support/databases.ts";
import { siteOnDatabase } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { dataKey } from "../../support/sealed.ts";
import { send } from "../../support/send.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { type Answer, lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const firm = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
const { path, remove } = destinationsIn(
  `destinations:\n  north: { kind: json, mode: live, returns: asked, url: "${firm.origin}/", fields: { last: last_name, tel: phone }, answer: { accepted: { field: buy, is: "yes" }, price: price } }\norder: [north]\n`,
);
const folder = mkdtempSync(join(tmpdir(), "claimpath-buyer-"));
const { site } = siteOnDatabase(postgres.start, () => ({
  stubs: false,
  CLAIMPATH_FILE: path,
  CONSOLE_PEOPLE_FILE: join(folder, "console-people.json"),
  DATA_KEYS: dataKey,
}));
afterAll(async () => {
  remove();
  await firm.stop();
});

it("people of a buyer see and report the same on PostgreSQL", async () => {
  const nora = addPerson({ databaseUrl: `file:${folder}/none.db` }, "nora", "buyer", "north");
  await walkForms(site.url, "/survey/c", {
    NameAndEmail: { firstName: "Canarina", lastName: "Kanarek", email: "kanarek@example.com" },
  });
  const sold = () => sqlOn<{ lead_id: string }>(site.databaseUrl, "select lead_id from sales_ledger");
  await waitFor("the sale", async () => (await sold()).length > 0);
  const [{ lead_id: lead }] = (await sold()) as [{ lead_id: string }];
  const headers = { Cookie: await signedInCookie(site, nora) };
  const page = `/console/buyer/leads/${lead}`;
  const get = (address: string) => send(site.url, address, { headers });
  const post = (form: Answer) => send(site.url, page, { form, headers });
  expect((await get("/console/buyer")).text).toContain("Kanarek");
  for (const intent of ["called", "return", "do-not-call"]) {
    const { status, text } = await post({ intent, reason: "wrong_number", note: "It is a shop’s" });
    expect(status, intent).toBe(200);
    if (intent !== "called") expect((await post(lookIn(text))).status, intent).toBe(200);
  }
  const [kept] = await sqlOn(
    site.databaseUrl,
    "select (select count(*) from return_requests)::int as asked, (select count(*) from stops)::int as stops, (select count(*) from outcomes)::int as outcomes",
  );
  expect(kept).toEqual({ asked: 1, stops: 1, outcomes: 1 });
  for (const [address, shown] of [
    [page, "You reported that this person wants no calls."],
    ["/console/buyer/sales", "$120.50"],
    ["/console/buyer/sales.csv", "12050"],
    ["/console/buyer/returns", "not decided yet"],
    ["/console/buyer/invoices", "No invoice is made out to you yet."],
    ["/console/buyer/terms", "within 14 days, once they are granted"],
  ] as const) {
    const { status, text } = await get(address);
    expect([status, text.includes(shown)], address).toEqual([200, true]);
  }
});
