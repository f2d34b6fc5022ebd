import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhookHeaders } from "../../services/providers/webhook-signature.ts";
import { answersC } from "../support/answers-c.ts";
import { type Answer, FormVisitor } from "../support/form-visitor.ts";
import { type GroupedSites, startGroupedSites } from "../support/grouped-sites.ts";
import { holds } from "../support/holds.ts";
import { type PostgresServer, rowsOf, startPostgres } from "../support/postgres.ts";
import { type ReverseProxy, siteName, startGroupedNginx } from "../support/reverse-proxy.ts";
import { runCommand } from "../support/run-command.ts";
import { fetchTls, sendTls } from "../support/send-tls.ts";
import { answersOf, emailOf } from "../support/visit-after-visit.ts";
import { waitFor } from "../support/wait-for.ts";

const origin = `https://${siteName}`;
const smith = `whsec_${btoa("s".repeat(32))}`;

let servers: PostgresServer[];
let urls: string[];
let groups: GroupedSites;
let proxy: ReverseProxy;

/** Of one group, by its number from 0. */
const rows = <Row>(group: number, sql: string) => rowsOf<Row>(urls[group]!, sql);
const emails = async (group: number) =>
  (await rows<{ email: string }>(group, "select record::json->>'email' as email from leads")).map(
    ({ email }) => email,
  );

beforeAll(async () => {
  servers = [await startPostgres(), await startPostgres()];
  urls = await Promise.all(servers.map((server) => server.freshDatabase()));
  groups = await startGroupedSites(urls, urls[0]!, {
    SITE_ORIGIN: origin,
    TRUST_PROXY: "1",
    SITE_NAME: "Harbor Claims",
    DEFAULT_PHONE: "+18885550199",
    CONTACT_EMAIL: "we@example.org",
    SITE_ADDRESS: "1 Main Street, Springfield",
    SESSION_SECRETS: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    OUTCOMES_SECRETS: `smith=${smith}`,
    IPQS_KEY: "",
    OUTBOX_FIRST_RETRY_MS: "200",
  });
  proxy = await startGroupedNginx({ processes: groups.ports });
});
afterAll(async () => {
  await proxy?.stop();
  await groups?.[Symbol.asyncDispose]();
  for (const server of servers ?? []) await server.stop();
});

/** An address of this machine for each group, whose first post nginx sends there. */
const addressOf: string[] = [];

const answers = (name: string): Record<string, Answer> => ({ ...answersC, ...answersOf(name) });

/** A visitor who has answered all but the last question. */
async function begun(name: string, from: string): Promise<FormVisitor> {
  const visitor = new FormVisitor(origin, fetchTls(proxy, from));
  await visitor.open("/survey/c");
  while (visitor.screen.step !== "PhoneAndZip") {
    const { step } = visitor.screen;
    await visitor.post(answers(name)[step]!);
    if (visitor.screen.status !== 200 || visitor.screen.step === step)
      throw new Error(`${name} was answered ${visitor.screen.status} at ${step}`);
  }
  return visitor;
}
const isThanked = ({ screen }: FormVisitor) => screen.url.startsWith("/survey-thank-you/");
const finished = async (visitor: FormVisitor) => {
  await visitor.post(answersC.PhoneAndZip!);
  return isThanked(visitor);
};

it("each visitor has one group, whatever address they come from later", async () => {
  for (let last = 1; addressOf.filter(Boolean).length < 2; last++) {
    const from = `127.0.0.${last}`;
    const visitor = new FormVisitor(origin, fetchTls(proxy, from));
    await visitor.open("/survey/c");
    expect(visitor.cookies.has("__Host-group"), "a first view is everybody's").toBe(false);
    await visitor.post(answersC.WhenWasTheAccident!);
    const group = Number(visitor.cookies.get("__Host-group")!.slice(-1)) - 1;
    addressOf[group] ??= from;
  }
  let from = addressOf[1]!;
  const visitor = new FormVisitor(origin, (asked) => fetchTls(proxy, from)(asked));
  await visitor.open("/survey/c");
  while (visitor.screen.step) {
    await visitor.post(answers("mover")[visitor.screen.step]!);
    from = addressOf[0]!;
  }
  expect(isThanked(visitor)).toBe(true);
  expect([await emails(0), await emails(1)]).toEqual([[], [emailOf("mover")]]);
});

it("a report reaches the group that has the lead", async () => {
  const [lead] = await rows<{ id: string }>(1, "select id from leads");
  const body = JSON.stringify({ lead_id: lead!.id, outcome: "accepted", at: "2026-01-31" });
  for (const from of addressOf) {
    const headers = {
      "Content-Type": "application/json",
      ...webhookHeaders([smith], "m1", body, Date.now()),
    };
    expect((await sendTls(proxy, "/api/outcomes", { method: "POST", headers, body, from })).status).toBe(200);
  }
  expect(await rows(1, "select outcome from outcomes")).toEqual([{ outcome: "accepted" }]);
});

it("those who run the site choose a group by the address", async () => {
  const { headers } = await sendTls(proxy, "/?group=group2", { from: addressOf[0] });
  expect(String(headers["set-cookie"])).toContain("__Host-group=group2;");
});

it("a person who refuses in one group is sent on by none", holds("T125"), async () => {
  const opted = new FormVisitor(origin, fetchTls(proxy, addressOf[0]));
  await opted.open("/do-not-sell-my-information/");
  await opted.post({ email: emailOf("refuser") });
  expect(await finished(await begun("refuser", addressOf[1]!))).toBe(true);
  await waitFor("the lead's message", async () => {
    const found = await rows<{ status: string }>(
      1,
      `select status from outbox join leads on lead_id = leads.id
       where record::json->>'email' = '${emailOf("refuser")}' and status <> 'waiting' and status <> 'sending'`,
    );
    return found.some(({ status }) => ["held", "suppressed"].includes(status));
  });
});

/** Of the second group, whose own database is not the one that all share. */
const doctor = () =>
  runCommand("doctor", {
    DATABASE_URL: urls[1]!,
    SHARED_DATABASE_URL: urls[0]!,
    SESSION_SECRETS: "s".repeat(32),
  });

describe("a database that is lost", holds("T126"), () => {
  it("stops its own visitors only, and nothing acknowledged is lost or doubled", async () => {
    const before = await begun("before", addressOf[1]!);
    const here = await Promise.all([begun("here", addressOf[0]!), begun("there", addressOf[1]!)]);
    expect(await finished(before)).toBe(true);
    await servers[1]!.down();
    const [one, other] = here as [FormVisitor, FormVisitor];
    expect(await finished(one)).toBe(true);
    expect(await finished(other)).toBe(false);
    expect(other.screen.status, "not another group's").toBe(503);
    await servers[1]!.up();
    await waitFor("the thanks", () => finished(other), 30_000);
    const all = [...(await emails(0)), ...(await emails(1))].filter((email) => !/mover|refuser/.test(email));
    expect(all.sort()).toEqual(["before", "here", "there"].map(emailOf));
  });

  it("leaves the others' visitors and holds their deliveries where it has what is shared", async () => {
    const visitor = await begun("patient", addressOf[1]!);
    await servers[0]!.down();
    expect(await finished(visitor)).toBe(true);
    const { received } = groups.stubs.leadProsper;
    const [lead] = await rows<{ id: string }>(
      1,
      `select id from leads where record::json->>'email' = '${emailOf("patient")}'`,
    );
    expect(received.has(`${lead!.id}.lead-prosper`), "sent without a look at who refuses").toBe(false);
    expect((await doctor()).stdout).toContain("WRONG  The store that all groups share cannot be used");
    await servers[0]!.up();
    expect((await doctor()).stdout).toContain("ok     The store that all groups share answers");
    await waitFor("the delivery", () => received.get(`${lead!.id}.lead-prosper`)?.times === 1, 60_000);
  });
});
