import { afterAll, beforeAll, expect, it } from "vitest";
import { startSmtp } from "../../stubs/smtp.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query, sqlOn } from "../../support/store-reader.ts";
import { lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyer = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
const smtp = await startSmtp();
const invoices = {
  from: ["Claimpath LLC", "1 Main Street"],
  payment: ["By wire to First <Bank>"],
  buyers: { North: { address: ["North Law LLP", "2 Court Street"], mail: ["bills@north.example"] } },
};
const desk = `desk: { kind: email, smtp: "${smtp.url}", from: office@claimpath.example, to: desk@claimpath.example, takes: messages }`;
const { path, remove } = destinationsIn(
  `destinations:\n  north: { kind: json, mode: live, only: { qualified: any }, url: "${buyer.origin}/", answer: { accepted: { field: buy, is: "yes" }, price: price } }\n  ${desk}\norder: [north]\ninvoices: ${JSON.stringify(invoices)}\n`,
);
/** Where it is noon now, so that no midnight comes between. */
const ahead = 12 - new Date().getUTCHours();
const zone = `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
const settings = { stubs: false, CLAIMPATH_FILE: path, "company.time-zone": zone };
const site = siteForTests(settings);
afterAll(async () => {
  remove();
  await Promise.all([buyer.stop(), smtp.stop()]);
});

let cookie: string;
const get = (address: string, Cookie = cookie) => send(site.url, address, { headers: { Cookie } });
const post = (address: string, form: Record<string, string>, Cookie = cookie) =>
  send(site.url, address, { form, headers: { Cookie } });
const command = (line: string) =>
  runCommand(line, { DATABASE_URL: site.databaseUrl, CLAIMPATH_FILE: path, "company.time-zone": zone });
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const dayOf = (at: number) => new Date(at).toLocaleDateString("en-CA", { timeZone: zone });
const today = dayOf(Date.now());
const year = today.slice(0, 4);
/** The month before, in which everything was sold. */
const month = dayOf(
  Date.parse(`${today.slice(0, 7)}-01T00:00:00Z`) - 12 * 60 * 60_000 - ahead * 60 * 60_000,
).slice(0, 7);
const page = (number: string) => `/console/invoices/${number}`;
const [first, second, third] = [1, 2, 3].map((nth) => `${year}-000${nth}`) as [string, string, string];

beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  await walkForms(site.url, "/survey/c");
  await waitFor("the sale", () => query(site.databaseFile, "select id from sales_ledger").length === 1);
  const then = Date.parse(`${month}-15T12:00:00Z`) - ahead * 60 * 60_000;
  await sqlOn(site.databaseUrl, `update sales_ledger set at = ${then}`);
});

it("an owner makes out what a closed month has, once, by a second press", async () => {
  const empty = await get("/console/invoices");
  expect(empty.text, "the menu").toMatch(/>Profit<\/a>(<[^>]*>)*Invoices<\/a>/);
  expect(empty.text).toContain("No invoice is made out yet.");
  const open = await post("/console/invoices", { intent: "make", buyer: "north", month });
  expect([open.status, open.text.includes("is not a closed month")]).toEqual([422, true]);
  expect((await command(`sales close ${month}`)).status).toBe(0);
  expect(textOf((await get("/console/invoices")).text)).toContain(
    `To be made out north ${month} $120.50 Make out`,
  );

  const asked = await post("/console/invoices", { intent: "make", buyer: "north", month });
  expect(textOf(asked.text)).toContain("The books have 1 sale $120.50.");
  expect(query(site.databaseFile, "select number from invoices")).toEqual([]);
  const made = await post("/console/invoices", lookIn(asked.text));
  expect([made.status, made.headers.location]).toEqual([303, page(first)]);
  const again = await post("/console/invoices", lookIn(asked.text));
  expect([again.status, again.text.includes(`${first} has some of these days already.`)]).toEqual([
    422,
    true,
  ]);
  const { text } = await get(page(first));
  for (const part of [
    "Claimpath LLC 1 Main Street",
    "North Law LLP 2 Court Street",
    "1 $120.50 $120.50 Total $120.50",
    "By wire to First &lt;Bank&gt;",
  ])
    expect(textOf(text)).toContain(part);
  expect(textOf((await get("/console/invoices")).text)).toMatch(
    /Open \$120\.50 1 .* To be made out \$0\.00 0/,
  );
});

it("its letter is sent once, by a press of those who may, with the document and no link", async () => {
  const masked = await signedInCookie(site, addPerson(site, "ben", "leads-masked"));
  expect((await post(page(first), { intent: "letter" }, masked)).status).toBe(403);
  const asked = await post(page(first), { intent: "letter" });
  expect(textOf(asked.text)).toContain(`${first} of $120.50 goes to bills@north.example.`);
  expect((await post(page(first), lookIn(asked.text))).status).toBe(303);
  await waitFor("the letter", () => smtp.letters.length === 1);
  const again = await post(page(first), lookIn(asked.text));
  expect([again.status, smtp.letters.length]).toEqual([422, 1]);
  expect(smtp.recipients).toEqual([["bills@north.example"]]);
  const letter = smtp.letters[0]!.replaceAll("=\r\n", "");
  expect(letter).toContain(`Subject: Invoice ${first} from Claimpath LLC: $120.50`);
  expect(letter).toContain(`Message-ID: <invoice.${first}@claimpath.example>`);
  expect(letter).toMatch(/^Total +\$120\.50\r$/m);
  expect(letter).toContain("By wire to First &#60;Bank&#62;");
  expect(letter).not.toMatch(/https?:|Ana|Rivera|213/);
  await waitFor("that it is noted", async () =>
    textOf((await get(page(first))).text).includes("The mail server took the letter"),
  );
  expect((await command(`invoices sent ${first}`)).stderr).toBe(`${first} was sent on ${today}.\n`);
});

it("it is paid, or overdue, which Health says, or taken back by a note of its own", async () => {
  const late = await post(page(first), { intent: "paid", day: "2099-01-01", note: "check 7" });
  expect([late.status, late.text.includes("2099-01-01 is still to come.")]).toEqual([422, true]);
  expect(late.text).toContain('value="check 7"');
  expect((await post(page(first), { intent: "paid", day: today, note: "check 7 of Ana" })).status).toBe(303);
  expect(textOf((await get(page(first))).text)).toContain("check 7 of Ana");
  expect((await post(page(first), { intent: "void", note: "wrong" })).text).toContain("is paid");
  expect((await command(`invoices unpaid ${first}`)).stdout).toBe(`${first} is noted as unpaid.\n`);

  expect((await get("/console/health")).text).not.toContain("overdue");
  await sqlOn(site.databaseUrl, "update invoices set due = 1");
  expect(textOf((await get("/console/health")).text)).toContain("Invoices 1 overdue, $120.50");
  expect(textOf((await get("/console/invoices?state=overdue")).text)).toContain(`${first} north`);

  const much = await post(page(first), { intent: "paid", amount: "120.51" });
  expect([much.status, much.text.includes(`No more than $120.50 of ${first} is open.`)]).toEqual([422, true]);
  expect(much.text).toContain('value="120.51"');
  expect((await post(page(first), { intent: "paid", amount: "100" })).status).toBe(303);
  expect(textOf((await get("/console/health")).text)).toContain("Invoices 1 overdue, $20.50");
  expect(textOf((await get("/console/invoices")).text)).toContain("Overdue $20.50 1");
  expect(textOf((await get(page(first))).text)).toMatch(/\$20\.50 of it open.*Paid \$100\.00 on/);
  expect((await command(`invoices list --state overdue`)).stdout).toMatch(/\$120\.50 +\$20\.50 +overdue/);
  expect((await command(`invoices show ${first}`)).stdout).toMatch(/^Paid +-\$100\.00\nOpen +\$20\.50$/m);
  expect((await post(page(first), { intent: "void", note: "wrong" })).text).toContain("is paid in part");
  expect((await post(page(first), { intent: "unpaid" })).status).toBe(303);

  const bare = await post(page(first), { intent: "void", note: " " });
  expect([bare.status, bare.text.includes("Say why: the buyer will ask.")]).toEqual([422, true]);
  const asked = await post(page(first), { intent: "void", note: "a wrong address" });
  const done = await post(page(first), lookIn(asked.text));
  expect(done.headers.location).toBe(page(second));
  const note = textOf((await get(page(second))).text);
  expect(note).toMatch(/Credit note .* a wrong address .* -\$120\.50/);
  expect(textOf((await get(page(first))).text)).toContain(`Taken back by ${second}`);
  expect((await get("/console/health")).text).not.toContain("overdue");
  const masked = await signedInCookie(site, addPerson(site, "cho", "leads-masked"));
  for (const number of [first, second])
    expect((await get(page(number), masked)).text).not.toMatch(/wrong address|check 7|bills@/);
});

it("the commands make, list and send the same", async () => {
  for (const [line, why] of [
    [
      "invoices make --buyer north --month 2026-13",
      "2026-13 is not a closed month; it is written as 2026-10.",
    ],
    [`invoices make --buyer south --month ${month}`, `The books have no line of south from ${month}-01`],
    [
      "invoices make --buyer north --from 2026-01-02 --to 2026-01-01",
      "Give a month such as 2026-10, or days",
    ],
    ["invoices paid 2020-0001", "There is no invoice 2020-0001."],
    [`invoices paid ${first} --amount 45,00`, "Use dollars and cents, such as 45.00."],
  ] as const) {
    const { status, stderr } = await command(line);
    expect([status, stderr.slice(0, why.length)]).toEqual([1, why]);
  }
  expect((await command("invoices")).stdout).toContain(`No invoice has what north owes for ${month}-01`);
  expect((await command(`invoices make --buyer NORTH --month ${month}`)).stdout).toMatch(
    new RegExp(`^${third}\n`),
  );
  expect((await command(`invoices show ${third}`)).stdout).toMatch(/^Total +\$120\.50$/m);
  expect((await command(`invoices sent ${third} --letter`)).stdout).toBe(
    `The letter of ${third} is queued.\n`,
  );
  expect((await command(`invoices void ${second} --reason x`)).stderr).toContain("cannot be taken back");
  expect((await command(`invoices paid ${third} --day ${today}`)).status).toBe(0);
  const rows = (await command("invoices list")).stdout.split("\n").map((row) => row.replace(/ +/g, " "));
  expect(
    rows
      .slice(1, 4)
      .map((row) => row.replaceAll(today, "today").replace(/today \d{4}-\d\d-\d\d \$/, "today due $")),
  ).toEqual([
    `${third} north today due $120.50 - paid - today -`,
    `${second} north today - -$120.50 - credit note - - ${first}`,
    `${first} north today due $120.50 - void today - ${second}`,
  ]);
  await site.stop();
  await site.restart();
  await waitFor("the second letter", () => smtp.letters.length === 2);
  expect(smtp.letters[1]).toContain(`Subject: Invoice ${third}`);
  const audit = (await command("audit-log")).stdout;
  for (const deed of ["console invoices make", "console invoices letter", "invoices void"])
    expect(audit).toContain(deed);
});

it("a site does not start with a mailbox that no mail server serves, or with half an address", async () => {
  await expect(startSite({ stubs: false, invoices })).rejects.toThrow(
    "mail in invoices needs a destination of kind email",
  );
  await expect(startSite({ stubs: false, invoices: { from: [] } })).rejects.toThrow("must not be empty");
});
