import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StubReply, startStub } from "../stubs/stub-server.ts";
import { firstStartCookie } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { query, storedLeads, unfollowed } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const replies: Record<string, StubReply> = {};
const stub = await startStub(({ path }) => replies[path] ?? { body: {} });
afterAll(() => stub.stop());
const accepted = 'accepted: { field: buy, is: "yes" }';
const at = (name: string) => `kind: json, mode: live, repeats: { hours: 0 }, url: "${stub.origin}/${name}"`;
const buyer = (name: string) => `  ${name}: { ${at(name)}, answer: { ${accepted}, price: price } }\n`;
const no = { body: { buy: "no" } };
const yes = (price?: number | string) => ({ body: { buy: "yes", price } });
beforeEach(() => {
  Object.assign(replies, { "/north": no, "/south": yes("$120.00"), "/crm": yes("$120.00") });
  stub.requests.length = 0;
});
const asked = () => stub.requests.map(({ path }) => path).filter((each) => each !== "/crm");

function siteWith(file: string) {
  const site = siteForTests({ stubs: false, CLAIMPATH_FILE: file, "company.time-zone": "UTC" });
  let Cookie: string;
  beforeAll(async () => {
    Cookie = await firstStartCookie(site);
  });
  const statusOf = (message: string) =>
    query<{ status: string }>(site.databaseFile, `select status from outbox where id = '${message}'`)[0]
      ?.status;
  return {
    site,
    get: async (page: string) => (await send(site.url, page, { headers: { Cookie } })).text,
    press: (form: Record<string, string>, page = "/console/deliveries") =>
      send(site.url, page, { form, headers: { Cookie } }),
    command: (line: string, CLAIMPATH_FILE = file) =>
      runCommand(line, { DATABASE_URL: site.databaseUrl, CLAIMPATH_FILE }),
    statusOf,
    /** A sale's consequences follow a little later, and a test that reads the books has to wait for them. */
    become: (message: string, status: string) =>
      waitFor(
        status,
        () => statusOf(message) === status && query(site.databaseFile, unfollowed).length === 0,
      ),
    async made(): Promise<{ id: string; phone: string }> {
      await walkForms(site.url, "/survey/c");
      const { id, record } = storedLeads(site.databaseFile).at(-1)!;
      return { id, phone: String(record.phone) };
    },
  };
}
const rows = (text: string, id: string) => text.split(`href="/console/leads/${id}"`).length - 1;

describe("a fixed order", () => {
  const { path } = destinationsIn(
    `destinations:\n${buyer("north")}${buyer("south")}${buyer("crm")}order: [north, south]\n`,
  );
  /** The same file a season later: there is no order any more. */
  const { path: laterPath } = destinationsIn(`destinations:\n${buyer("north")}${buyer("south")}`);
  const { get, press, command, statusOf, become, made } = siteWith(path);
  async function lead(north: string, south: string): Promise<string> {
    const { id } = await made();
    await become(`${id}.north`, north);
    await become(`${id}.south`, south);
    await become(`${id}.crm`, "delivered");
    return id;
  }

  it("a lead that one buyer bought is sold to no other by retry or press", holds("T93"), async () => {
    const id = await lead("rejected", "delivered");
    replies["/north"] = yes("$120.00");
    const refused = await command(`outbox retry ${id}.north`);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /was not requeued: south bought it at \S+ for \$120\.00\. To sell it again all the same, add --sell-again south\.\n$/,
    );
    expect((await command(`outbox retry ${id}.north`, laterPath)).stderr).toContain("south bought it");
    expect((await command(`outbox retry ${id}.north --sell-again crm`)).stderr).toContain("south bought it");
    const pressed = await press({ intent: "retry", message: `${id}.north` });
    expect(pressed.status).toBe(422);
    expect(pressed.text).toMatch(/south bought it at [^.]+ for \$120\.00\./);
    expect(pressed.text).toContain("Send it to north all the same");
    expect(asked()).toEqual(["/north", "/south"]);
    // A message outside of any order is refused for its own reasons alone.
    expect((await command(`outbox retry ${id}.crm`)).stderr).toContain("it is delivered");

    expect(pressed.text).toContain('name="despite" value="south"');
    expect((await press({ intent: "sell-again", message: `${id}.north` })).status).toBe(422);
    const confirmed = { intent: "sell-again", message: `${id}.north`, despite: "south" };
    expect((await press(confirmed)).text).toContain("Queued again.");
    await become(`${id}.north`, "delivered");
    expect(asked()).toEqual(["/north", "/south", "/north"]);
    expect((await command("audit-log")).stdout).toMatch(
      new RegExp(`first start +console sell again to north, despite south +${id}`),
    );
    expect((await command(`leads show ${id}`)).stdout).toContain("\nOrder: sold to south and north\n");
  });

  it("a second buyer gets it only by the command with --sell-again, which is recorded", async () => {
    const id = await lead("rejected", "delivered");
    expect((await command(`outbox retry ${id}.north --sell-again south`)).stdout).toBe(
      "1 message requeued\n",
    );
    await waitFor("the second no", () => asked().length === 3);
    await become(`${id}.north`, "rejected");
    expect(asked()).toEqual(["/north", "/south", "/north"]);
    expect((await command("audit-log")).stdout).toMatch(
      new RegExp(`--sell-again to north, despite south +${id}`),
    );
  });

  it("two retries at once, and one during a pause, are one sale", holds("T93"), async () => {
    replies["/south"] = no;
    const id = await lead("rejected", "rejected");
    Object.assign(replies, { "/north": yes("$120.00"), "/south": yes("$120.00") });
    await press({ intent: "pause", destination: "north" });
    const both = await Promise.all(
      ["north", "south", "north", "south"].map((name) =>
        press({ intent: "retry", message: `${id}.${name}` }),
      ),
    );
    const taken = both.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThan(0);
    const [first] = ["north", "south"].filter((name) =>
      ["waiting", "sending", "delivered"].includes(statusOf(`${id}.${name}`)!),
    );
    const other = first === "north" ? "south" : "north";
    expect((await press({ intent: "retry", message: `${id}.${other}` })).text).toContain(
      first === "north" ? "north is being asked for it" : "south ",
    );
    await press({ intent: "resume", destination: "north" });
    await become(`${id}.${first}`, "delivered");
    expect(statusOf(`${id}.${other}`)).toBe("rejected");
    expect(asked()).toEqual(["/north", "/south", `/${first}`]);
  });

  it("a no that was passed on is not listed as undelivered, and the last buyer's is", async () => {
    const sold = await lead("rejected", "delivered");
    replies["/south"] = no;
    const unsold = await lead("rejected", "rejected");
    const page = await get("/console/deliveries");
    expect([rows(page, sold), rows(page, unsold)]).toEqual([0, 1]);
    const rejected = await get("/console/deliveries?status=rejected");
    expect([rows(rejected, sold), rows(rejected, unsold)]).toEqual([1, 2]);
    expect(rejected).toContain("passed on to south");
    const story = await get(`/console/leads/${sold}`);
    expect(story).toContain("passed on to south");
    expect(story).toContain("Order: sold to south; passed on by north.");
    expect(await get(`/console/leads/${unsold}`)).toContain(
      "Order: unsold, and nobody is asked; passed on by north.",
    );
    // A lead that went on to the next buyer is no fault that a press would fix.
    const buttons = (id: string) => rejected.split(`name="message" value="${id}.north"`).length - 1;
    expect([buttons(sold), buttons(unsold)]).toEqual([0, 0]);
  });

  it("all parked messages are queued again except those whose lead another buyer has", async () => {
    replies["/north"] = { body: "It is done", headers: { "Content-Type": "text/plain" } };
    const { id } = await made();
    await become(`${id}.north`, "parked");
    expect(await get("/console/deliveries")).toContain(
      "unknown whether it has the lead: its answer is neither a yes nor a no",
    );
    expect(asked()).toEqual(["/north"]);
    expect(await get(`/console/leads/${id}`)).toContain("Order: unknown whether north has it");
    replies["/north"] = no;
    expect((await command("outbox retry --parked")).stdout).toBe("1 message requeued\n");
    await become(`${id}.south`, "delivered");
  });
});

describe("an order by the best price", () => {
  const ping = (name: string) =>
    `ping: { url: "${stub.origin}/${name}/ping", fields: { State: state }, answer: { ${accepted}, price: price } }`;
  const bidder = (name: string, more = "") =>
    `  ${name}: { ${at(name)}, answer: { ${accepted}, price: price }, ${ping(name)}${more} }\n`;
  const { path } = destinationsIn(
    `destinations:\n${bidder("north", ", credentials-end: 2020-01-31")}${bidder("south", ", credentials-end: 2090-01-31")}${bidder("west")}order: [north, south, west]\norder-by: best-price\n`,
  );
  const { site, get, press, command, become, made } = siteWith(path);
  async function lead(last: string, status: string): Promise<string> {
    const { id } = await made();
    await become(`${id}.${last}`, status);
    return id;
  }

  it("the console shows who bid what for a lead, who was asked first, and who did not bid and why", async () => {
    Object.assign(replies, { "/north/ping": yes(20), "/south/ping": yes(52.5), "/west/ping": no });
    Object.assign(replies, { "/north": yes(), "/south": no });
    const sold = await lead("north", "delivered");
    const page = await get(`/console/leads/${sold}`);
    expect(page).toContain(
      "Order: sold to north; passed on by south; the highest bid first: south $52.50, north $20.00.",
    );
    expect(page).toContain("passed on to south");
    expect(page).toMatch(/south \$52\.50, north \$20\.00; west: no bid, status 200/);
    expect((await command(`leads show ${sold}`)).stdout).toMatch(
      /bids asked for, attempt 1, south \$52\.50, north \$20\.00; west: no bid/,
    );
    const [sale] = query(site.databaseFile, "select buyer, cents from sales_ledger where kind = 'sale'");
    expect(sale).toEqual({ buyer: "north", cents: 2000 });

    Object.assign(replies, { "/north/ping": no, "/south/ping": no });
    const again = (text: string, name: string) => text.includes(`name="message" value="${sold}.${name}"`);
    expect([again(page, "best-price"), again(page, "south")]).toEqual([false, true]);
    const unsold = await lead("best-price", "rejected");
    expect(await get(`/console/leads/${unsold}`)).toMatch(
      /Order: unsold, and nobody is asked\.[\s\S]*no bid/,
    );
    // Nobody was asked: that is a lead to look at. The other one is sold.
    const list = await get("/console/deliveries");
    // A request for bids is not a receiver that could be paused; problems come first, before what an order always has.
    expect(list).not.toContain('value="best-price"');
    expect((await press({ intent: "pause", destination: "best-price" })).status).toBe(422);
    expect(list.indexOf("Its key has ended")).toBeLessThan(list.indexOf("<strong>south"));
    expect(list).toMatch(/>1<!-- --> <!-- -->not taken</);
    expect([rows(list, sold), rows(list, unsold)]).toEqual([0, 1]);
  });

  it("a buyer that bids high and answers low pays its bid, and sale, story, doctor and health show that", async () => {
    Object.assign(replies, { "/north/ping": yes("9999.00"), "/south/ping": no, "/west/ping": no });
    replies["/north"] = yes("0.01");
    const id = await lead("north", "delivered");
    const said = "its answer says $0.01, less than its bid of $9999.00, which is booked";
    const lines = query(
      site.databaseFile,
      `select cents, reason from sales_ledger where kind = 'sale' and lead_id = '${id}'`,
    );
    expect(lines).toEqual([{ cents: 999_900, reason: said }]);
    for (const page of [`/console/leads/${id}`, "/console/health"]) expect(await get(page)).toContain(said);
    expect((await command(`leads show ${id}`)).stdout).toContain(said);
    expect((await command("doctor")).stdout).toMatch(
      new RegExp(`WRONG +north took 1 lead in the last 7 days for another price than it bid[^]*${id}`),
    );
  });

  it("the console shows when each receiver's key ends", async () => {
    const list = await get("/console/deliveries");
    expect(list).toContain("Its key has ended, on Jan 31, 2020");
    expect(list).toContain("Its key ends on Jan 31, 2090");
    expect(list.match(/Its key/g)).toHaveLength(2);
  });
});

describe("a buyer's own list", () => {
  const sheets = mkdtempSync(join(tmpdir(), "claimpath-sheets-"));
  afterAll(() => rmSync(sheets, { recursive: true }));
  const { path, folder } = destinationsIn(
    `destinations:\n${buyer("north")}${buyer("south")}  west: { ${at("west")}, only: { states: [AK, WY] } }\n  sheet: { kind: file, folder: "${sheets}" }\norder: [north, south, west]\n`,
  );
  const { site, get, press, command, statusOf, become, made } = siteWith(path);
  beforeEach(() => Object.assign(replies, { "/north": yes("$50.00") }));
  const file = join(folder, "list.txt");
  function imported(receiver: string, text: string) {
    writeFileSync(file, text);
    return command(`suppressions import ${receiver} ${file}`);
  }
  async function lead(by: string) {
    const one = await made();
    await become(`${one.id}.${by}`, "delivered");
    return one;
  }

  it("a buyer is never asked about people on its own list, and the next one is", async () => {
    const { phone } = await lead("north");
    expect(asked()).toEqual(["/north"]);
    const list = await imported("north", `\uFEFFsomebody@example.com\r\n"${phone}"\r\n`);
    expect(list).toMatchObject({ status: 0, stdout: "On the list of north: 2; taken off: 0\n" });
    const { id } = await lead("south");
    expect(asked()).toEqual(["/north", "/south"]);
    const story = await command(`leads show ${id}`);
    expect(story.stdout).toContain("not sent: north does not want this person, by its own list");
    await imported("north", "");
    await lead("north");
    expect(asked()).toEqual(["/north", "/south", "/north"]);
  });

  it("an unsold lead shows who was not asked and why, and is offered again by one press", async () => {
    Object.assign(replies, { "/north": no, "/south": no });
    const { id, phone } = await made();
    await become(`${id}.south`, "rejected");
    await become(`${id}.sheet`, "delivered");
    const listed = async () =>
      Promise.all(["unsold", "delivered"].map(async (of) => rows(await get(`/console?delivery=${of}`), id)));
    const offer = (lead = id) => press({ intent: "offer-again", lead }, "/console");
    // The house's own table has it, which is no sale.
    expect(await listed()).toEqual([1, 0]);
    expect((await command("leads list --unsold")).stdout).toMatch(new RegExp(`${id} .* Unsold `));
    const why = "it takes only leads in AK or WY, by today’s settings";
    const page = await get(`/console/leads/${id}`);
    for (const text of ["Not offered to", why, "Offer again"]) expect(page).toContain(text);
    expect((await command(`leads show ${id}`)).stdout).toContain(`west: ${why}`);
    const who = `--phone ${phone.replace(/\D/g, "").slice(-10)}`;
    await command(`suppressions add ${who}`);
    const listedPerson = await offer();
    expect([listedPerson.status, asked()]).toEqual([422, ["/north", "/south"]]);
    expect(listedPerson.text).toContain("is on the suppression list");
    await command(`suppressions remove ${who}`);
    expect((await offer("none")).text).toContain("There is no lead with the whole id none.");
    // Two people press at once: it is offered once, to all, in their order.
    Object.assign(replies, { "/south": yes("$50.00") });
    await press({ intent: "pause", destination: "north" });
    const both = await Promise.all([offer(), offer()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    await become(`${id}.south`, "delivered");
    expect(asked()).toEqual(["/north", "/south", "/south"]);
    expect(await get(`/console/leads/${id}`)).toContain("north is paused");
    await press({ intent: "resume", destination: "north" });
    expect(await listed()).toEqual([0, 1]);
    const sold = await command(`leads offer ${id}`);
    expect([sold.status, sold.stderr]).toEqual([1, expect.stringContaining("south bought it at")]);
    expect((await command("audit-log")).stdout).toMatch(new RegExp(`console offer-again +${id}`));
    expect(statusOf(`${id}.west`)).toBeUndefined();
  });

  it("a faulty file takes nobody off, one for nobody changes nothing, and no line is repeated", async () => {
    await imported("south", "2135550123\n");
    const wrong = await imported("south", "anna@example.com\n555-0123\nanna example\n");
    expect(wrong).toMatchObject({ status: 1, stdout: "On the list of south: 1; taken off: 0\n" });
    expect(wrong.stderr).toBe(
      `2 lines of ${file} left out:\n  line 2 is neither an e-mail address nor a US number of ten digits\n  line 3 is neither an e-mail address nor a US number of ten digits\n`,
    );
    expect((await imported("nort", "")).stderr).toBe("No receiver is named nort; did you mean north?\n");
    expect((await imported("south", "nobody\n")).stderr).toMatch(/^Nothing of /);
    expect(
      query(site.databaseFile, "select distinct destination, count(*) as people from own_lists"),
    ).toEqual([{ destination: "south", people: 2 }]);
  });
});
