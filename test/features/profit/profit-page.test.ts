import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query } from "../../support/store-reader.ts";
import { parseCsv } from "../../support/tables.ts";
import { walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyer = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
const { path, remove } = destinationsIn(
  `destinations:\n  north: { kind: json, mode: live, only: { qualified: any }, url: "${buyer.origin}/", answer: { accepted: { field: buy, is: "yes" }, price: price } }\norder: [north]\naffiliates: { "252": { share: 40% } }\n`,
);
/** Where it is noon now, so that no midnight comes between a sale and the page that counts it as today's. */
const ahead = 12 - new Date().getUTCHours();
const zone = `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
const site = siteForTests({ stubs: false, CLAIMPATH_FILE: path, "company.time-zone": zone });
afterAll(async () => {
  remove();
  await buyer.stop();
});

let cookie: string;
const get = (address: string, Cookie = cookie) => send(site.url, address, { headers: { Cookie } });
const cellsOf = (html: string) =>
  [...html.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
    row!
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
const today = new Date().toLocaleDateString("en-CA", { timeZone: zone });

beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  await walkForms(site.url, "/survey/c?affid=252&s1=8135550199");
  await waitFor("the sale", () => query(site.databaseFile, "select id from sales_ledger").length === 2);
});

it("an owner reads what is left today, and what lacks: costs that nobody imported", async () => {
  const before = await get("/console/profit");
  expect(before.status).toBe(200);
  expect(before.text, "the menu").toMatch(/>Sales<\/a>(<[^>]*>)*Profit</);
  expect(before.text).toContain("No cost of visits is known for these days");
  expect(before.text).toMatch(/>Today so far<\/a><strong>\$72\.30</);
  expect(before.text).toMatch(/>Yesterday<\/a><strong>\$0\.00</);

  const file = join(mkdtempSync(join(tmpdir(), "claimpath-costs-")), "costs.csv");
  writeFileSync(file, `day,survey,affiliate,cost_cents\n${today},c,252,10000\n`);
  const env = { DATABASE_URL: site.databaseUrl, CLAIMPATH_FILE: path };
  expect((await runCommand(`costs import ${file}`, env)).stdout).toBe("1 cost set, 0 known already\n");
  const { text } = await get("/console/profit");
  expect(text).not.toContain("No cost of visits is known");
  expect(cellsOf(text)).toEqual([`${today} -$27.70 -23 % 1 $120.50 $0.00 $48.20 $100.00`]);
  expect(text).toContain(`/console/profit?from=${today}&amp;to=${today}&amp;by=affiliate`);
  const perBuyer = await get("/console/profit?by=buyer");
  expect(cellsOf(perBuyer.text)).toEqual(["north $72.30 60 % 1 $120.50 $0.00 $48.20 –"]);
});

it("the table that is downloaded has the page's figures, in cents", async () => {
  const [head, row] = parseCsv((await get("/console/profit.csv?by=survey")).text);
  expect(Object.fromEntries(head!.map((name, index) => [name, row![index]]))).toEqual({
    survey: "c",
    sales: "1",
    sold_cents: "12050",
    back_cents: "0",
    payout_cents: "4820",
    cost_cents: "10000",
    profit_cents: "-2770",
  });
});

it("a wrong day is told beside its field, and a day on which nothing happened is said to be one", async () => {
  const wrong = await get("/console/profit?from=yesterday");
  expect([wrong.status, wrong.text.includes("Use a day such as 2026-10-31.")]).toEqual([422, true]);
  expect((await get("/console/profit.csv?from=yesterday")).status).toBe(422);
  expect((await get("/console/profit?from=2025-01-01&to=2025-01-31")).text).toContain(
    "Nothing was sold, paid back or paid for from 2025-01-01 to 2025-01-31.",
  );
});

it("who may not know who the visitors are reads no sub id in which a number is", async () => {
  const masked = await signedInCookie(site, addPerson(site, "ben", "leads-masked"));
  for (const address of ["/console/profit?by=sub+id", "/console/profit.csv?by=sub+id"]) {
    expect((await get(address)).text).toContain("8135550199");
    const { status, text } = await get(address, masked);
    expect(status).toBe(200);
    expect(text).toContain("252");
    expect(text).not.toContain("8135550199");
  }
});
