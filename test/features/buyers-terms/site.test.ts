import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StubReply, startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query, storedLeads, unfollowed } from "../../support/store-reader.ts";
import { walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const yes: StubReply = { body: { buy: "yes", price: 50 } };
const stub = await startStub(() => yes);
const accepted = `accepted: { field: buy, is: "yes" }`;
const common = `kind: json, mode: live, repeats: { hours: 0 }`;
const { path, remove } = destinationsIn(`
destinations:
  north:
    kind: json
    mode: live
    repeats: { hours: 0 }
    returns: asked
    price: 45
    url: "${stub.origin}/north"
    answer: { ${accepted} }
    ping: { url: "${stub.origin}/north/ping", fields: { State: state }, answer: { ${accepted} } }
    only:
      states: [CA]
      accident-days: { at-most: 180 }
      with_Lawyer: no
  south: { ${common}, price: 20, url: "${stub.origin}/south", answer: { ${accepted} }, only: { accident-days: { at-most: 500 } } }
order: [north, south]
`);
const settings = { CLAIMPATH_FILE: path };
const site = siteForTests({ stubs: false, ...settings });
afterAll(async () => {
  remove();
  await stub.stop();
});
const command = (line: string) => runCommand(line, { ...settings, DATABASE_URL: site.databaseUrl });
const asked = () => stub.requests.map((each) => each.path);
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
let [cookie, masked]: [string, string] = ["", ""];
const get = async (page: string, Cookie = cookie) => {
  const { status, text } = await send(site.url, page, { headers: { Cookie } });
  return { status, text: textOf(text) };
};
let [young, old]: [string, string] = ["", ""];

beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  masked = await signedInCookie(site, addPerson(site, "mia", "leads-masked"));
  for (const [index, option] of ["Within 30 Days", "Within 12 Months"].entries()) {
    await walkForms(site.url, "/survey/c", { WhenWasTheAccident: { option }, AtFault: { option: "yes" } });
    await waitFor("the sale", () => {
      const sales = query(site.databaseFile, "select id from sales_ledger where kind = 'sale'");
      return sales.length === index + 1 && query(site.databaseFile, unfollowed).length === 0;
    });
  }
  [young, old] = storedLeads(site.databaseFile)
    .map(({ id }) => id)
    .sort() as [string, string];
});

it("a lead within a buyer's terms is its own; one outside is asked about by no ping, and goes to the next", () => {
  expect(asked()).toEqual(["/north/ping", "/north", "/south"]);
});

it("the story of a lead names the condition that it is outside of, and its own answer to those who may read it", async () => {
  const why = "it takes only leads with an accident in the last 180 days, by today’s settings";
  const its = "this one was 364 days before";
  expect((await command(`leads show ${old}`)).stdout).toContain(`north: ${why}; ${its}`);
  expect((await get(`/console/leads/${old}`)).text).toContain(`${why}; ${its}`);
  const hidden = (await get(`/console/leads/${old}`, masked)).text;
  expect(hidden).toContain(why);
  expect(hidden).not.toContain(its);
  expect((await get(`/console/leads/${young}`)).text).not.toContain("it takes only");
});

const sentence =
  "It takes qualified leads only: in CA, with an accident in the last 180 days, that answered “No” to “Do you have a lawyer for this accident?”";

it("what a buyer takes is one sentence: in the terminal, on its page and on its statement", async () => {
  const shown = (await command("buyers-terms show north")).stdout;
  expect(shown).toContain(`north: ${sentence}`);
  expect(shown).toMatch(
    /has_lawyer: by its terms\n.*at_fault: by the lead’s answers; its terms have no condition/,
  );
  expect(shown).toContain("not_reached: cannot be judged by us");
  expect((await get("/console/buyers-terms")).text).toContain(sentence);
  const today = new Date().toISOString().slice(0, 10);
  const days = `from=2026-01-01&to=${today}`;
  expect((await get(`/console/sales/statement?buyer=north&${days}`)).text).toContain(
    `${sentence.replace("It", "By today’s terms it")}`,
  );
  expect((await command("buyers-terms show nort")).stderr).toBe(
    "There is no buyer nort: there are north, south; did you mean north?\n",
  );
});

it("the desk of returns says that the lead's own answer confirms a claim, to those who may read answers", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-claims-")), "back.csv");
  writeFileSync(file, `lead_id,outcome,at,buyer,reason\n${young},returned,${day},north,at_fault\n`);
  expect((await command(`outcomes import ${file}`)).stdout).toContain("1 outcome added");
  const words = "So it is: it answered that it was at fault, or partly";
  expect((await get("/console/returns")).text).toContain(words);
  expect((await get("/console/returns", masked)).text).not.toContain("So it is");
});

it("other terms would have lost and gained so many leads, for so much", async () => {
  const lost = (await command('buyers-terms what-if north {"accident-days":{"at-most":20}}')).stdout;
  expect(lost).toContain(
    "Then: It takes qualified leads only: in CA, with an accident in the last 20 days, that answered",
  );
  expect(lost).toContain("2 leads came: 1 within its terms as they are, 0 within the new ones.");
  expect(lost).toContain(
    "north would have lost 1 lead, of which it bought 1 for $45.00 after returns; within the terms of another buyer of the order: 1.",
  );
  const asked = new URLSearchParams({ buyer: "north", terms: "{accident-days: none, states: [CA, TX]}" });
  const gained = (await get(`/console/buyers-terms?${asked}`)).text;
  expect(gained).toContain("north would take qualified leads only: in CA or TX, that answered “No”");
  expect(gained).toContain(
    "north would have gained 1 lead: nobody bought 0, and others bought 1 for $20.00 after returns; at its price of $45.00 the unsold ones come to $0.00 at most.",
  );
});

it("terms that the file would refuse are refused in its words, by command and page, and nothing is counted", async () => {
  const wrong = '{"with_Lawyer":"perhaps"}';
  const fault = "with_Lawyer is no answer to “Do you have a lawyer for this accident?”, which has no, yes.";
  expect(await command(`buyers-terms what-if north ${wrong}`)).toMatchObject({
    status: 1,
    stderr: `${fault}\n`,
  });
  const misspelt = await command('buyers-terms what-if north {"acident-days":3}');
  expect(misspelt.stderr).toBe("acident-days is not known here; did you mean accident-days?\n");
  const { status, text } = await get(
    `/console/buyers-terms?${new URLSearchParams({ buyer: "north", terms: wrong })}`,
  );
  expect([status, text.includes(fault), text.includes("would have lost")]).toEqual([422, true, false]);
  for (const terms of ["nonsense", "accident-day: none", "x".repeat(501)])
    expect(
      (await get(`/console/buyers-terms?${new URLSearchParams({ buyer: "north", terms })}`)).status,
    ).toBe(422);
});

it("a survey is checked against the terms: what it can never bring, and the way to what nobody takes", async () => {
  const { stdout } = await command("buyers-terms check ticket");
  expect(stdout).toContain("It can take no qualified lead of this survey.");
  expect(stdout).toContain("There is no qualified lead with an accident in the last 180 days.");
  expect(stdout).toMatch(/ticket, nobody in the order takes\n {2}\w+: /);
  expect((await command("buyers-terms check tikcet")).stderr).toMatch(/; did you mean ticket\?\n$/);
});
