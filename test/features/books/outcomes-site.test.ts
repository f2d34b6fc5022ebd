import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dayCounter, dayText } from "../../../services/calendar/days.ts";
import { ownReports } from "../../../services/features/books/added.ts";
import { webhookHeaders } from "../../../services/providers/webhook-signature.ts";
import { outcomes } from "../../../services/store/rows.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query, sqlOn } from "../../support/store-reader.ts";
import { JsonVisitor } from "../../support/visitors.ts";

const [old, smith, jones] = ["o", "s", "j"].map((letter) => `whsec_${btoa(letter.repeat(32))}`) as [
  string,
  string,
  string,
];
const zone = "America/Los_Angeles";
const site = siteForTests({
  OUTCOMES_SECRETS: `smith=${old},smith=${smith},jones=${jones}`,
  "company.time-zone": zone,
});

const path = "/api/outcomes";
const minute = 60_000;
const kept = () =>
  query<{ lead_id: string; buyer: string; outcome: string }>(
    site.databaseFile,
    "select * from outcomes order by id",
  );
const json = { "Content-Type": "application/json" };

function signed(id: string, about: object | string, { secret = smith, at = Date.now() } = {}) {
  const body = typeof about === "string" ? about : JSON.stringify(about);
  return { method: "POST", body, headers: { ...json, ...webhookHeaders([secret], id, body, at) } };
}

async function report(...message: Parameters<typeof signed>) {
  const { status, text } = await send(site.url, path, signed(...message));
  return [status, JSON.parse(text)];
}

async function aLead() {
  await (await new JsonVisitor(site.url).open()).finish();
  return query<{ id: string }>(site.databaseFile, "select id from leads order by id desc limit 1")[0]!.id;
}

const today = dayText(dayCounter(zone)(Date.now()));
const [isNew, isKnown] = [
  { added: 1, booked: 0, why: "only what is returned or paid is booked" },
  { added: 0, booked: 0, why: "known already" },
];
const sold = (lead_id: string) => ({ lead_id, outcome: "sold", at: today, amount_cents: 4500 });
const refused = (field: string | null) => ({ error: expect.any(String), field });

it("a signed outcome is taken once, in the name that goes with the secret", holds("T105"), async () => {
  const about = sold(await aLead());
  expect(await report("m1", { ...about, buyer: "jones" })).toEqual([200, isNew]);
  expect(kept()).toMatchObject([{ buyer: "smith", outcome: "sold" }]);
  const again = signed("m1", about);
  for (const replay of [again, again, signed("m1", { ...about, outcome: "paid" })]) {
    expect((await send(site.url, path, replay)).text).toBe(JSON.stringify(isKnown));
  }
  expect(await report("m1", about, { secret: jones })).toEqual([200, isNew]);
  // The same sale in another message is the same sale, and no other amount.
  expect(await report("m2", about, { secret: old })).toEqual([200, isKnown]);
  expect(await report("m3", { ...about, amount_cents: 9000 })).toEqual([409, refused("outcome")]);
  expect(kept().map(({ buyer, outcome }) => `${buyer} ${outcome}`)).toEqual(["jones sold", "smith sold"]);
  // Only its buyer says that it was sold.
  const paid = { ...about, outcome: "paid" };
  expect(await report("m4", paid, { secret: jones })).toEqual([200, { added: 1, booked: 4500 }]);
  expect(query(site.databaseFile, "select kind, buyer, cents, survey from sales_ledger")).toEqual([
    { kind: "sale", buyer: "jones", cents: 4500, survey: "c" },
  ]);
  const shown = await runCommand(`leads show ${about.lead_id}`, {
    DATABASE_URL: site.databaseUrl,
  });
  expect(shown.stdout).toMatch(new RegExp(`${today}T0[78]:00:00.000Z  smith reports: sold, \\$45.00\n`));
});

it("no outcome is taken that is forged, changed, old or from the future", holds("T105"), async () => {
  const about = sold(await aLead());
  const before = kept();
  const now = Date.now();
  const good = signed("forged", about);
  const without = (name: string) => ({ ...good, headers: { ...good.headers, [name]: "" } });
  const stranger = `whsec_${btoa("x".repeat(32))}`;
  const forged = [
    ["webhook-signature", signed("forged", about, { secret: stranger })],
    ["webhook-signature", { ...good, body: good.body.replace("sold", "paid") }],
    ["webhook-signature", { ...good, headers: { ...good.headers, "webhook-id": "another" } }],
    ["webhook-signature", without("webhook-signature")],
    ["webhook-timestamp", without("webhook-timestamp")],
    ["webhook-timestamp", signed("forged", about, { at: now - 6 * minute })],
    ["webhook-timestamp", signed("forged", about, { at: now + 6 * minute })],
    ["webhook-timestamp", { ...good, headers: { ...good.headers, "webhook-timestamp": `-${now}` } }],
    ["webhook-id", without("webhook-id")],
  ] as const;
  for (const [field, message] of forged) {
    const { status, text } = await send(site.url, path, message);
    expect([status, JSON.parse(text)], text).toEqual([401, refused(field)]);
  }
  expect(kept()).toEqual(before);
  expect((await send(site.url, path, good)).status).toBe(200);
});

it("the address of outcomes says which field is wrong, and keeps nothing of it", async () => {
  const about = sold(await aLead());
  const before = kept();
  const wrong = [
    [400, "lead_id", {}],
    [400, "at", { ...about, at: "2020-01-31" }],
    [400, "at", { ...about, at: "2199-01-31" }],
    [400, "buyer_lead_id", { ...about, buyer_lead_id: "jane@example.com" }],
    [400, "phone", { ...about, phone: "2125550100" }],
    [400, null, "{"],
    [400, "lead_id", "[]"],
    [404, "lead_id", sold("nobody")],
  ] as const;
  for (const [status, field, body] of wrong) {
    expect(await report("m3", body), JSON.stringify(body)).toEqual([status, refused(field)]);
  }
  const form = signed("m3", about);
  const typed = { ...form, headers: { ...form.headers, "Content-Type": "text/plain" } };
  expect((await send(site.url, path, typed)).status).toBe(415);
  expect(await report("m3", { ...about, outcome: "x".repeat(5_000) })).toEqual([413, refused(null)]);
  expect((await send(site.url, path)).headers.allow).toBe("POST");
  // Neither does what nobody foresaw answer a program with a visitor's page.
  const put = await send(site.url, path, { ...form, method: "PUT" });
  expect([put.status, JSON.parse(put.text)]).toEqual([405, refused(null)]);
  await sqlOn(site.databaseUrl, "alter table outcomes rename to away");
  expect(await report("m3", about)).toEqual([500, refused(null)]);
  await sqlOn(site.databaseUrl, "alter table away rename to outcomes");
  expect(kept()).toEqual(before);
});

describe("a file of outcomes", () => {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-outcomes-")), "outcomes.csv");
  const command = (line: string) =>
    runCommand(line, {
      DATABASE_URL: site.databaseUrl,
      "company.time-zone": zone,
      OUTCOMES_SECRETS: `smith=${smith}`,
      CLAIMPATH_FILE: declared.path,
    });
  const run = (text: string | Buffer, more = "") => {
    writeFileSync(file, text);
    return command(`outcomes import ${file}${more}`);
  };
  const declared = destinationsIn(
    'destinations: { north: { kind: json, url: "https://north.example" }, south: { kind: json, url: "https://south.example" } }',
  );

  it("is added once, without the lines that are wrong, whose faults are all said at once", async () => {
    const lead = await aLead();
    // Of December 31, 23:57, there, which is the day after in UTC.
    await sqlOn(
      site.databaseUrl,
      `update leads set created_at = ${Date.parse("2026-01-01T07:57Z")} where id = '${lead}'`,
    );
    const before = kept().length;
    const line = `lead_id,outcome,at,buyer\n${lead},retained,${today},Smith\n`;
    const day = `lead_id,outcome,at,buyer\n${lead},returned,2025-12-31,Smith\n`;
    const wrong = [
      `nobody,sold,${today},Smith`,
      `${lead},lost,${today},Smith`,
      `${lead},sold,2025-12-29,Smith`,
      `${lead},sold,2199-01-31,Smith`,
      `${lead},sold,${today},nroth`,
      `${lead},sold,${today},north`,
    ];
    const refusal = await run(`${line}${wrong.join("\n")}\n`);
    expect(refusal).toMatchObject({ status: 1, stdout: "1 outcome added, 0 known already\n" });
    expect(refusal.stderr.split("\n").sort()).toEqual(
      [
        `6 lines of ${file} left out:`,
        "  line 3, column lead_id: there is no lead nobody",
        `  line 4, column outcome: must be one of ${[...outcomes, ...ownReports().keys()].join(", ")}`,
        `  line 5, column at: is before the lead, which is of 2025-12-31`,
        "  line 6, column at: is in the future",
        "  line 7, column buyer: is no receiver, and has no secret in OUTCOMES_SECRETS: nroth; did you mean north?",
        "  line 8, column buyer: was not sent this lead: north",
        "",
      ].sort(),
    );
    expect((await run(Buffer.from([0xff]))).stderr).toBe(`${file} is not UTF-8 text.\n`);
    const [head] = line.split("\n");
    const nothing = await run(`${head}\n${wrong[0]}\n`);
    expect(nothing).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(/^Nothing of /) });
    expect(kept()).toHaveLength(before + 1);
    expect((await run(line)).stdout).toBe("0 outcomes added, 1 known already\n");
    expect(await run(day)).toMatchObject({
      status: 0,
      stdout: "1 outcome added, 0 known already\nline 2: $0.00: no sale to this buyer is booked\n",
    });
    const listed = (await command(`outcomes list --lead ${lead}`)).stdout;
    expect(listed).toMatch(/\n2025-12-31 .* \$0\.00: no sale to this buyer is booked\n/);
    expect((await command(`outcomes remove ${lead} returned 2025-12-31 smith`)).status).toBe(0);
  });

  it("counts a payment once however it is written, and names or replaces what contradicts", async () => {
    const lead = await aLead();
    const paid = (head: string, cells: string) =>
      `lead_id,outcome,at,buyer,${head}\n${lead},paid,${today},${cells}\n`;
    const ours = () => kept().filter(({ lead_id }) => lead_id === lead);
    expect((await run(paid("amount_cents", "smith,4500"))).stdout).toContain("1 outcome added");
    for (const same of [
      paid("buyer_lead_id,amount_cents", "smith,B-77,4500"),
      paid("amount_cents,currency", "Smith,4500,USD"),
    ])
      expect((await run(same)).stdout).toBe("0 outcomes added, 1 known already\n");
    const other = paid("amount_cents", "smith,9000");
    expect((await run(other)).stderr).toContain(
      `line 2: it contradicts what is known, paid by smith on ${today} 45.00 USD; --replace takes its place`,
    );
    const twice = `${other}${lead},paid,${today},Smith,9001\n`;
    const both = (await run(twice, " --replace")).stderr;
    expect(both).toContain("line 2: it contradicts line 3\n  line 3: it contradicts line 2");
    expect((await run(other, " --replace")).stdout).toContain("1 outcome added");
    expect(ours()).toMatchObject([{ outcome: "paid", amount_cents: 9000 }]);
    expect((await command(`outcomes list --lead ${lead}`)).stdout).toMatch(
      / paid +smith +90\.00 USD +- +- +\$90\.00\n/,
    );
    expect((await command(`outcomes remove ${lead} paid 2026-01-01 smith`)).status).toBe(1);
    expect((await command(`outcomes remove ${lead} paid ${today} SMITH`)).stdout).toBe("1 outcome removed\n");
    expect(ours()).toEqual([]);
    expect((await command("audit-log")).stdout).toMatch(new RegExp(`outcomes remove +${lead}`));
  });
});

it("the address of outcomes is not there where no buyer has a secret", async () => {
  await using bare = await startSite({ stubs: false });
  expect((await send(bare.url, path, signed("m4", sold("a")))).status).toBe(404);
  expect((await send(bare.url, path)).status).toBe(404);
});
