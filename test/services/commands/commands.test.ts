import { beforeAll, describe, expect, it } from "vitest";
import type { Submission } from "../../../services/store/rows.ts";
import { databasesOf, sqlite, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand, runProcess } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const began = Date.UTC(2026, 0, 2, 3, 4, 5);

describe("what operators ask of the store", () => {
  const server = databasesOf(sqlite.start);
  let url: string;
  let first: Submission;
  let second: Submission;
  let parked: string;

  const buyer = { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" };
  const run = (line: string, env: Record<string, string> = buyer) =>
    runCommand(line, { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32), ...env });

  beforeAll(async () => {
    url = await server.freshUrl();
    let time = began;
    const store = await storeAt(url, { now: () => time });
    first = aSubmission(["lead-prosper"], began);
    first.lead.record = {
      first_name: "Zoë",
      last_name: "=1+1",
      email: "zoe@example.com",
      phone: "2125550187",
      sub_id: "",
      lp_key: "k3y",
    };
    const query = { oid: "81", lp_key: "k3y" };
    const log = [
      ["entry", { path: "/survey/v3", query, referer: "https://ads.example/" }],
      ["answer", { step: "AtFault", answers: { at_Fault: "no" } }],
      ["back", { from: "WasUserInjured" }],
      ["outcome", { call: "lookUpZip", output: { city: "Dallas, Oak Cliff", sure: true } }],
      ["outcome", { call: "checkEmail", error: { kind: "timeout" } }],
      ["fact", { fact: "certificate", value: { id: "c1", pages: [1, 2] } }],
      ["fact", { fact: "mapping", error: { kind: "refused" } }],
      ["outcome", { call: "exchangeLeadData", output: null }],
      ["outcome", { call: "postLead", output: { location: "/thank-you" } }],
    ].map(([kind, body], index) => ({ kind: kind as string, body, at: began - 1_000 * (9 - index) }));
    log.at(-1)!.at = began;
    await store.submit(aVisit(), 0, log, first);
    const claim = async () => {
      time += 1_000;
      return (await store.outbox.claim(["lead-prosper"], time))[0]!;
    };
    await store.outbox.retryAt(await claim(), time, "unavailable 503 \u001b[2J");
    const message = await claim();
    await store.outbox.park(message, "gave up on zoe@example.com");
    parked = message.id;
    second = aSubmission(["lead-prosper"], began + 86_400_000);
    time = began + 86_400_000;
    second.lead = { ...second.lead, qualified: false, dqReason: "have_attorney|yes", derived: [] };
    second.lead.signs = { tookMs: 900, trapFilled: true };
    second.lead.record = { first_name: "Ann", message: 'said "hi",\r\nleft', lead_id: "forged", score: 4 };
    second.outbox = ["lead-prosper", "distribution"].map((destination) => ({
      destination,
      payload: {},
      status: "unconfigured",
    }));
    await store.submit(aVisit(), 0, [], second);
    await store.close();
  });

  describe("leads", () => {
    it("list shows the newest first, masked", async () => {
      const { status, stdout, stderr } = await run("leads list");
      expect([status, stderr]).toEqual([0, ""]);
      const [heading, newest, oldest] = stdout.split("\n");
      expect(heading).toMatch(/^lead +stored +kind/);
      expect(newest).toMatch(new RegExp(`^${second.lead.id} .* no +have_attorney\\|yes +Kept here +A…`));
      expect(oldest).toMatch(new RegExp(`^${first.lead.id} .* yes +- +\\S.* +Z… =… +z…@… +…87$`));
      expect((await run("leads list --limit 1")).stdout).not.toContain(first.lead.id);
      expect((await run("leads list --since 2026-01-03")).stdout).not.toContain(first.lead.id);
    });

    it("show tells the whole story in order", async () => {
      const { status, stdout } = await run(`leads show ${first.lead.id}`);
      expect(status).toBe(0);
      expect(stdout).toBe(
        `Lead ${first.lead.id}
survey, variant c, qualified

What happened
  2026-01-02T03:03:56.000Z  came in by /survey/v3, from https://ads.example/, with oid = 81, lp_key = …
  2026-01-02T03:03:57.000Z  answered AtFault: at_Fault = no
  2026-01-02T03:03:58.000Z  went back from WasUserInjured
  2026-01-02T03:03:59.000Z  zip look-up answered: city = “Dallas, Oak Cliff”, sure = yes
  2026-01-02T03:04:00.000Z  e-mail check gave no answer: timeout
  2026-01-02T03:04:01.000Z  learned certificate: id = c1, pages = “1, 2”
  2026-01-02T03:04:02.000Z  the buyer's campaign gave no answer: refused
  2026-01-02T03:04:03.000Z  lead exchange is done
  2026-01-02T03:04:05.000Z  posting the lead is done
  2026-01-02T03:04:05.000Z  consent given; not in the log yet
  2026-01-02T03:04:05.000Z  rule early_treatment changed physical_injury: “No” became “Yes”
  2026-01-02T03:04:05.000Z  lead stored; the visitor was sent to ${first.lead.location}
  2026-01-02T03:04:05.000Z  message to lead-prosper queued
  2026-01-02T03:04:06.000Z  attempt 1 at lead-prosper: failed, unavailable 503  [2J
  2026-01-02T03:04:07.000Z  attempt 2 at lead-prosper: parked, gave up on zoe@example.com

Deliveries
  lead-prosper: parked at 2026-01-02T03:04:07.000Z, 2 attempts: gave up on zoe@example.com

Record as posted
  first_name: Zoë
  last_name: =1+1
  email: zoe@example.com
  phone: 2125550187
  lp_key: …
  empty: sub_id
`,
      );
    });

    it("export writes each record as it was posted, one JSON object per line", async () => {
      const { stdout } = await run("leads export --format jsonl");
      const lines = stdout.trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        {
          lead_id: first.lead.id,
          created_at: "2026-01-02T03:04:05.000Z",
          kind: "survey",
          variant: "c",
          took_ms: 65_000,
          trap_filled: false,
          ...first.lead.record,
        },
        {
          ...second.lead.record,
          lead_id: second.lead.id,
          created_at: "2026-01-03T03:04:05.000Z",
          kind: "survey",
          variant: "c",
          took_ms: 900,
          trap_filled: true,
        },
      ]);
      expect(
        (await run("leads export --format jsonl --since 2026-01-03T00:00Z")).stdout.split("\n"),
      ).toHaveLength(2);
    });

    it("export gives one table for a spreadsheet", holds("T25"), async () => {
      const { stdout } = await run("leads export --format csv");
      expect(stdout).toBe(
        [
          "lead_id,created_at,kind,variant,took_ms,trap_filled,first_name,last_name,email,phone,sub_id,lp_key,message,score\r\n",
          `${first.lead.id},2026-01-02T03:04:05.000Z,survey,c,65000,false,Zoë,'=1+1,zoe@example.com,2125550187,,k3y,,\r\n`,
          `${second.lead.id},2026-01-03T03:04:05.000Z,survey,c,900,true,Ann,,,,,,"said ""hi"",\r\nleft",4\r\n`,
        ].join(""),
      );
    });

    it("export for a spreadsheet marks itself as UTF-8, and keeps number-like texts", async () => {
      const { stdout } = await run("leads export --format spreadsheet --since 2026-01-01T00:00Z");
      expect(stdout.slice(0, 8)).toBe("\uFEFFlead_id");
      expect(stdout).toContain(
        `,survey,c,65000,false,Zoë,'=1+1,zoe@example.com,"=""2125550187""",,k3y,,\r\n`,
      );
    });

    it("a reader that leaves early causes no error", async () => {
      const env = { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32) };
      const read = runProcess("leads export --format jsonl", env, { closeEarly: true });
      expect(await read).toMatchObject({ status: 0, stderr: "" });
    });
  });

  describe("outbox", () => {
    it("retry requeues nothing for a receiver without settings", async () => {
      const statuses = async () => (await run("outbox list")).stdout.match(/parked|unconfigured|waiting/g);
      const before = await statuses();
      for (const [line, sentence] of [
        ["--all-unconfigured", "Nothing was requeued: distribution, lead-prosper are not configured."],
        ["--parked", "Nothing was requeued: lead-prosper is not configured."],
        [parked, `Message ${parked} was not requeued: lead-prosper is not configured.`],
      ]) {
        expect(await run(`outbox retry ${line}`, {})).toEqual({
          status: 1,
          stdout: "",
          stderr: `${sentence}\n`,
        });
      }
      expect(await statuses()).toEqual(before);
    });

    it("list and show", holds("T9"), async () => {
      const { stdout } = await run("outbox list --status parked");
      expect(stdout).toContain(parked);
      expect(stdout).toContain("gave up on …@…");
      expect(stdout).not.toContain("zoe");
      const one = (await run(`outbox show ${parked}`)).stdout;
      expect(one).toContain("attempt 2: parked, gave up on zoe@example.com");
      expect(one).toContain(`Payload\n  id: ${first.lead.id}\n`);
      expect((await run("outbox list --destination lead-prosper")).stdout).toContain(parked);
      expect((await run("outbox list --destination lead-propser")).stdout).toMatch(
        /^No message to lead-propser\. There are undelivered messages to .*lead-prosper/,
      );
    });

    it("retry requeues one message, all parked or all unconfigured ones", async () => {
      expect(await run(`outbox retry ${parked}`)).toEqual({
        status: 0,
        stdout: "1 message requeued\n",
        stderr: "",
      });
      expect((await run("outbox list --status waiting")).stdout).toContain(parked);
      expect((await run("outbox retry --parked")).stdout).toBe("0 messages requeued\n");
      expect((await run("outbox retry --all-unconfigured")).stdout).toBe(
        "1 message requeued; distribution is not configured\n",
      );
    });

    it("park sets a waiting message aside, with the reason", async () => {
      expect(await run(`outbox park ${parked}`)).toEqual({
        status: 0,
        stdout: "1 message parked\n",
        stderr: "",
      });
      expect((await run(`outbox show ${parked}`)).stdout).toMatch(
        /\nparked, 2 attempts, .*: parked by hand\n/,
      );
      expect(await run(`outbox park ${parked}`)).toEqual({
        status: 1,
        stdout: "",
        stderr: `Message ${parked} is parked: only a waiting message can be parked.\n`,
      });
    });
  });

  describe("suppressions", () => {
    it("read the person from standard input, too", holds("T68"), async () => {
      const written = (line: string, input: string) =>
        runCommand(line, { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32) }, { input });
      expect(await written("suppressions add", "ann@example.com\n(213) 555-0177\n")).toEqual({
        status: 0,
        stdout: "added\n",
        stderr: "",
      });
      const checked = await written("suppressions check", "2135550177\n\nignored\n");
      expect(checked.stdout).toMatch(/^phone: on the list since /);
      const exported = await written("privacy export", "ann@example.com");
      expect(JSON.parse(exported.stdout)).toMatchObject({ about: { email: "ann@example.com" } });
      for (const wrong of ["", "\n", "nobody\n", "123\n"]) {
        const refused = await written("privacy delete --yes", wrong);
        expect([refused.status, refused.stdout], JSON.stringify(wrong)).toEqual([2, ""]);
        expect(refused.stderr).toMatch(/standard input/i);
      }
    });

    it("add, check and remove", async () => {
      const reach = "--email Zoe@example.com --phone (212)555-0199";
      expect((await run(`suppressions check ${reach}`)).stdout).toBe("not on the list\n");
      expect((await run(`suppressions add ${reach} --reason asked`)).stdout).toBe("added\n");
      expect((await run(`suppressions add ${reach}`)).stdout).toBe("already on the list\n");
      const { stdout } = await run("suppressions check --email zoe@example.com --phone 2125550188");
      expect(stdout).toMatch(/^email: on the list since 20\S+Z, operator: asked\n$/);
      const refused = await run(`outbox retry ${parked}`);
      expect(refused).toEqual({
        status: 1,
        stdout: "",
        stderr: `Message ${parked} was not requeued: the visitor's e-mail address or phone number is on the suppression list.\n`,
      });
      expect((await run(`suppressions remove ${reach}`)).stdout).toBe("removed\n");
      expect((await run(`suppressions remove ${reach}`)).stdout).toBe("was not on the list\n");
      expect((await run(`outbox retry ${parked}`)).stdout).toBe("1 message requeued\n");
    });
  });

  describe("consent", () => {
    it("show and verify", async () => {
      const { stdout } = await run(`consent show ${first.lead.id}`);
      expect(stdout).toContain("text: I agree to be called. ñ");
      expect(await run("consent verify")).toMatchObject({ status: 0, stderr: "" });
      const insert = (id: string, kind: string) =>
        sqlOn(
          url,
          `insert into leads (id, origin, kind, variant, created_at, record, derived, location)
           select '${id}', '${id}', '${kind}', variant, created_at, record, derived, location from leads limit 1`,
        );
      await insert("l-contact", "contact");
      expect(await run("consent verify")).toMatchObject({ status: 0 });
      await insert("l-survey", "survey");
      expect(await run("consent verify")).toEqual({
        status: 1,
        stdout: "",
        stderr: "The consents are intact, but these survey leads have none: l-survey.\n",
      });
      await sqlOn(url, "delete from leads where id like 'l-%'");
      await sqlOn(url, `update consents set at = at + 1 where lead_id = '${second.lead.id}'`);
      const broken = await run("consent verify");
      expect(broken).toMatchObject({ status: 1, stdout: "" });
      expect(broken.stderr).toBe(
        `The consents are not intact: the consent of lead ${second.lead.id} was changed after it was stored.\n`,
      );
    });
  });
});

describe("privacy by command", () => {
  const server = databasesOf(sqlite.start);
  let url: string;
  let leadId: string;
  const [hashKey, secret] = ["h".repeat(32), "s".repeat(32)];
  const open = () => storeAt(url, { hashKey, codeKeys: [secret] });

  beforeAll(async () => {
    url = await server.freshUrl();
    const store = await open();
    const { lead } = await storePerson(store);
    leadId = lead.id;
    const message = (await store.outbox.claim(["lead-prosper"], Date.now()))[0]!;
    await store.outbox.delivered(message, "accepted", "");
    await store.close();
  });

  const run = (line: string) =>
    runCommand(line, { DATABASE_URL: url, HASH_KEY: hashKey, SESSION_SECRETS: secret });

  it("export prints one document with everything that is held, each part with its purpose", async () => {
    const { status, stdout, stderr } = await run(`privacy export --email ${zoe.email} --phone ${zoe.phone}`);
    expect([status, stderr]).toEqual([0, ""]);
    const document = JSON.parse(stdout);
    expect(document.about).toEqual({ email: zoe.email, phone: zoe.phone });
    expect(document.leads.items).toMatchObject([{ id: leadId, record: { case_description: zoe.story } }]);
    expect(document.visits.items[0].entries[0].body.answers.phone).toBe(zoe.typedPhone);
    expect(document.messages.items[0]).toMatchObject({
      destination: "lead-prosper",
      payload: { email: zoe.email },
    });
    expect(document.consents.items[0].body.phone).toBe(zoe.phone);
    expect(document.phoneCodes.items).toHaveLength(1);
    expect(document.codeTries.items.length).toBeGreaterThan(0);
    expect(document.refusedEmails.items).toHaveLength(2);
    expect(document.requests.items).toEqual([]);
    for (const { purpose } of Object.values(document).slice(2) as { purpose: string }[]) {
      expect(purpose).toMatch(/\w+ \w+/);
    }
  });

  it("delete previews, erases with --yes, and queues notices", async () => {
    const asked = await run(`privacy delete --email ${zoe.email}`);
    expect(asked.stdout).toMatch(
      /^Found: 1 lead, 1 visit, 1 message, \d records of checks, 1 consent \(kept\)\n/,
    );
    expect(asked.stdout).toContain("Nothing was changed.");
    const done = await run(`privacy delete --email ${zoe.email} --phone ${zoe.phone} --yes`);
    expect([done.status, done.stderr]).toEqual([0, ""]);
    const notice = `${leadId}.deletion.lead-prosper`;
    expect(done.stdout).toContain(`lead-prosper will be notified: ${notice}`);
    expect((await run(`consent show ${leadId}`)).stdout).toContain("Evidence only: its lead was erased 20");
    expect((await run("consent verify")).status).toBe(0);
    expect((await run(`privacy mark-notified ${notice}`)).stdout).toBe("1 notice closed\n");
    const store = await open();
    expect(await store.leads.list({ limit: 9 })).toEqual([]);
    expect(await store.outbox.list({})).toMatchObject([{ id: notice, status: "delivered" }]);
    const left = await store.people.find({ email: zoe.email, phone: zoe.phone });
    expect(left).toMatchObject({ phoneCodes: [], codeTries: [], refusedEmails: [] });
    expect((await store.people.find({ email: zoe.email })).requests.map(({ kind }) => kind)).toEqual([
      "export",
      "delete",
    ]);
    await store.close();
  });
});
