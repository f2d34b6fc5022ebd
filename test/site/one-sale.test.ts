import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type StubReply, startStub } from "../stubs/stub-server.ts";
import { siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, send } from "../support/send.ts";
import { query } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const replies: Record<string, StubReply> = {};
const stub = await startStub(({ path }) => replies[path]!);
afterAll(() => stub.stop());
const buyer = (name: string) =>
  `  ${name}: { kind: json, mode: live, repeats: { hours: 0 }, url: "${stub.origin}/${name}", answer: { accepted: { field: buy, is: "yes" }, price: price } }\n`;
const { path } = destinationsIn(
  `destinations:\n${buyer("north")}${buyer("south")}${buyer("crm")}order: [north, south]\n`,
);
/** The same file a season later: nobody is asked in an order any more. */
const { path: laterPath } = destinationsIn(`destinations:\n${buyer("north")}${buyer("south")}`);
const site = siteForTests({ stubs: false, DESTINATIONS_FILE: path, SITE_TIME_ZONE: "UTC" });
const no = { body: { buy: "no" } };
const yes = { body: { buy: "yes", price: "$120.00" } };
beforeEach(() => {
  Object.assign(replies, { "/north": no, "/south": yes, "/crm": yes });
  stub.requests.length = 0;
});

let cookie: string;
beforeAll(async () => {
  const [, key] = /\/console\/start\?key=([\w-]+)/.exec(site.output())!;
  cookie = cookieOf(await send(site.url, "/console/start", { form: { key: key! } }));
});
const get = async (page: string) => (await send(site.url, page, { headers: { Cookie: cookie } })).text;
const press = (form: Record<string, string>) =>
  send(site.url, "/console/deliveries", { form, headers: { Cookie: cookie } });
const command = (line: string) =>
  runCommand(line, { DATABASE_URL: site.databaseUrl, DESTINATIONS_FILE: path });

const statusOf = (message: string) =>
  query<{ status: string }>(site.databaseFile, `select status from outbox where id = '${message}'`)[0]
    ?.status;
const become = (message: string, status: string) => waitFor(status, () => statusOf(message) === status);
/** A lead as its buyers left it. */
async function lead(north: string, south: string): Promise<string> {
  await walkForms(site.url, "/survey/c");
  const [{ id }] = query<{ id: string }>(
    site.databaseFile,
    "select id from leads order by id desc limit 1",
  ) as [{ id: string }];
  await become(`${id}.north`, north);
  await become(`${id}.south`, south);
  await become(`${id}.crm`, "delivered");
  return id;
}
const asked = () => stub.requests.map(({ path }) => path).filter((each) => each !== "/crm");

it(
  "a lead that one buyer of the order bought is sold to no other by a retry or a press",
  holds("T93"),
  async () => {
    const id = await lead("rejected", "delivered");
    replies["/north"] = yes;
    const refused = await command(`outbox retry ${id}.north`);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /was not requeued: south bought it at \S+ for \$120\.00\. To sell it again all the same, add --sell-again south\.\n$/,
    );
    const settings = { DATABASE_URL: site.databaseUrl, DESTINATIONS_FILE: laterPath };
    expect((await runCommand(`outbox retry ${id}.north`, settings)).stderr).toContain("south bought it");
    expect((await command(`outbox retry ${id}.north --sell-again crm`)).stderr).toContain("south bought it");
    const pressed = await press({ intent: "retry", message: `${id}.north` });
    expect(pressed.status).toBe(422);
    expect(pressed.text).toMatch(/south bought it at [^.]+ for \$120\.00\./);
    expect(pressed.text).toContain("Send it to north all the same");
    expect(asked()).toEqual(["/north", "/south"]);
    // One that is in no order is refused for its own reasons alone.
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
  },
);

it("a second buyer gets it by the command only with --sell-again, and that is written down", async () => {
  const id = await lead("rejected", "delivered");
  expect((await command(`outbox retry ${id}.north --sell-again south`)).stdout).toBe("1 message requeued\n");
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
  Object.assign(replies, { "/north": yes, "/south": yes });
  await press({ intent: "pause", destination: "north" });
  const both = await Promise.all(
    ["north", "south", "north", "south"].map((name) => press({ intent: "retry", message: `${id}.${name}` })),
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
  const rows = (text: string, id: string) => text.split(`href="/console/leads/${id}"`).length - 1;
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
  // What went on to the next buyer is no fault that a press would mend.
  const buttons = (id: string) => rejected.split(`name="message" value="${id}.north"`).length - 1;
  expect([buttons(sold), buttons(unsold)]).toEqual([0, 0]);
});

it("all parked messages are queued again but those whose lead another buyer has", async () => {
  replies["/north"] = { body: "It is done", headers: { "Content-Type": "text/plain" } };
  await walkForms(site.url, "/survey/c");
  const [{ id }] = query<{ id: string }>(
    site.databaseFile,
    "select id from leads order by id desc limit 1",
  ) as [{ id: string }];
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
