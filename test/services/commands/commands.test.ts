import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { silentLog } from "../../../services/log.ts";
import { openStore } from "../../../services/store/store.ts";
import type { Submission } from "../../../services/store/types.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
import { sqlOn } from "../../support/sql-on.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

// Each command is a process of its own.
vi.setConfig({ testTimeout: 30_000 });

const root = fileURLToPath(new URL("../../..", import.meta.url));
const start = Date.UTC(2026, 0, 2, 3, 4, 5);
type Finished = { status: number | null; stdout: string; stderr: string };

/** Runs one command on the store at `DATABASE_URL`. */
function runOn(DATABASE_URL: string, line: string, closeEarly = false): Promise<Finished> {
  const [name = "", ...args] = line.split(" ");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", `${root}/services/commands/${name}.ts`, ...args],
    {
      cwd: root,
      // Only what is named here: the settings of whoever runs the tests must not matter.
      env: { PATH: process.env.PATH, NODE_ENV: "test", DATABASE_URL, SESSION_SECRETS: "s".repeat(32) },
    },
  );
  const done: Finished = { status: null, stdout: "", stderr: "" };
  if (closeEarly) child.stdout.destroy();
  else child.stdout.on("data", (text) => (done.stdout += text));
  child.stderr.on("data", (text) => (done.stderr += text));
  return new Promise((resolve) => child.once("close", (status) => resolve({ ...done, status })));
}

describe.each(databases)("the commands on $name", (database) => {
  let server: DatabaseServer;
  let url: string;
  let first: Submission;
  let second: Submission;
  let parked: string;
  const run = (line: string, closeEarly = false) => runOn(url, line, closeEarly);

  beforeAll(async () => {
    server = await database.start();
    url = await server.freshUrl();
    let time = start;
    const store = await openStore({ url, now: () => time, log: silentLog, hashKey: "k" });
    first = aSubmission(["lead-prosper"], start);
    first.lead.record = {
      first_name: "Zoë",
      last_name: "=1+1",
      email: "zoe@example.com",
      phone: "2125550187",
    };
    const visit = aVisit();
    await store.submit(
      visit,
      0,
      [
        { kind: "entry", body: { path: "/survey/v3", query: { oid: "81" }, referer: "" }, at: start - 9_000 },
        { kind: "answer", body: { step: "AtFault", answers: { at_Fault: "no" } }, at: start - 8_000 },
        { kind: "back", body: { from: "WasUserInjured" }, at: start - 7_000 },
        { kind: "outcome", body: { call: "lookUpZip", output: { city: "Dallas" } }, at: start - 6_000 },
        { kind: "outcome", body: { call: "checkEmail", error: { kind: "timeout" } }, at: start - 5_000 },
      ],
      first,
    );
    time += 1_000;
    await store.outbox.retryAt(
      (await store.outbox.claim(["lead-prosper"], time))!,
      time,
      "unavailable 503 \u001b[2J",
    );
    time += 1_000;
    const message = (await store.outbox.claim(["lead-prosper"], time))!;
    await store.outbox.park(message, "gave up on zoe@example.com");
    parked = message.id;
    second = aSubmission(["lead-prosper"], start + 86_400_000);
    time = start + 86_400_000;
    second.lead = { ...second.lead, qualified: false, dqReason: "have_attorney|yes", derived: [] };
    second.lead.record = { first_name: "Ann", message: 'said "hi",\r\nleft', lead_id: "forged", score: 4 };
    second.outbox = [{ destination: "lead-prosper", payload: {}, status: "unconfigured" }];
    await store.submit(aVisit(), 0, [], second);
    await store.close();
  }, 60_000);
  afterAll(() => server?.stop());

  describe("leads", () => {
    test("list shows the newest first and hides who it is", async () => {
      const { status, stdout, stderr } = await run("leads list");
      expect([status, stderr]).toEqual([0, ""]);
      const [heading, newest, oldest] = stdout.split("\n");
      expect(heading).toMatch(/^lead +stored +kind/);
      expect(newest).toMatch(new RegExp(`^${second.lead.id} .* no +have_attorney\\|yes +A…`));
      expect(oldest).toMatch(new RegExp(`^${first.lead.id} .* yes +- +Z… =… +z…@example.com +…87$`));
      expect((await run("leads list --limit 1")).stdout).not.toContain(first.lead.id);
      expect((await run("leads list --since 2026-01-03")).stdout).not.toContain(first.lead.id);
    });

    test("show tells the whole story in order", async () => {
      const { status, stdout } = await run(`leads show ${first.lead.id}`);
      expect(status).toBe(0);
      const story = [
        "came in by /survey/v3 with",
        "answered AtFault: at_Fault: no",
        "went back from WasUserInjured",
        "lookUpZip answered",
        "checkEmail gave no answer",
        "consent 1 given",
        "lead stored; the visitor was sent to /thank-you",
        "attempt 1 at lead-prosper: failed, unavailable 503",
        "attempt 2 at lead-prosper: parked",
        "message to lead-prosper is parked after 2 attempts",
        'physical_injury: "No" became "Yes" by early_treatment',
        "email: zoe@example.com",
      ];
      const places = story.map((part) => stdout.indexOf(part));
      expect(places).not.toContain(-1);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(stdout).not.toContain("\u001b");
    });

    test("export gives each record as it was posted, one JSON object per line", async () => {
      const { stdout } = await run("leads export --format jsonl");
      const lines = stdout.trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        {
          lead_id: first.lead.id,
          created_at: "2026-01-02T03:04:05.000Z",
          kind: "survey",
          variant: "c",
          ...first.lead.record,
        },
        {
          ...second.lead.record,
          lead_id: second.lead.id,
          created_at: "2026-01-03T03:04:05.000Z",
          kind: "survey",
          variant: "c",
        },
      ]);
      expect(
        (await run("leads export --format jsonl --since 2026-01-03T00:00Z")).stdout.split("\n"),
      ).toHaveLength(2);
    });

    test("export gives one table for a spreadsheet", async () => {
      const { stdout } = await run("leads export --format csv");
      expect(stdout).toBe(
        [
          "lead_id,created_at,kind,variant,first_name,last_name,email,phone,message,score\r\n",
          `${first.lead.id},2026-01-02T03:04:05.000Z,survey,c,Zoë,'=1+1,zoe@example.com,2125550187,,\r\n`,
          `${second.lead.id},2026-01-03T03:04:05.000Z,survey,c,Ann,,,,"said ""hi"",\r\nleft",4\r\n`,
        ].join(""),
      );
    });

    test("a reader that leaves early is no error", async () => {
      expect(await run("leads export --format jsonl", true)).toMatchObject({ status: 0, stderr: "" });
    });
  });

  describe("outbox", () => {
    test("list and show", async () => {
      const { stdout } = await run("outbox list --status parked");
      expect(stdout).toContain(parked);
      expect(stdout).toContain("gave up on …@…");
      expect(stdout).not.toContain("zoe");
      const one = (await run(`outbox show ${parked}`)).stdout;
      expect(one).toContain("attempt 2: parked, gave up on zoe@example.com");
      expect(one).toContain(`Payload: {"id":"${first.lead.id}"}`);
    });

    test("retry puts back one message, all parked or all unconfigured ones", async () => {
      expect(await run(`outbox retry ${parked}`)).toEqual({ status: 0, stdout: "1 put back\n", stderr: "" });
      expect((await run("outbox list --status waiting")).stdout).toContain(parked);
      expect((await run("outbox retry --parked")).stdout).toBe("0 put back\n");
      expect((await run("outbox retry --all-unconfigured")).stdout).toBe("1 put back\n");
    });
  });

  describe("consent", () => {
    test("show and verify", async () => {
      const { stdout } = await run(`consent show ${first.lead.id}`);
      expect(stdout).toContain("text: I agree to be called. ñ");
      expect(await run("consent verify")).toMatchObject({ status: 0, stderr: "" });
      await sqlOn(url, "update consents set body = replace(body, 'called', 'mailed') where seq = 2");
      const broken = await run("consent verify");
      expect(broken).toMatchObject({ status: 1, stdout: "" });
      expect(broken.stderr).toBe(
        `The chain breaks at consent 2 of lead ${second.lead.id}: it was changed after it was stored.\n`,
      );
    });
  });

  describe("what is not there", () => {
    test.each(["leads show nobody", "outbox show nobody", "outbox retry nobody", "consent show nobody"])(
      "%s: one sentence and status 1",
      async (line) => {
        const { status, stdout, stderr } = await run(line);
        expect([status, stdout]).toEqual([1, ""]);
        expect(stderr).toMatch(/^There is no [^\n]+ nobody\.\n$/);
      },
    );
  });
});

describe("mistakes", () => {
  test.each([
    "leads",
    "leads export --format xml",
    "leads list --since never",
    "leads show one two",
    "leads list --frob",
    "outbox list --status lost",
    "outbox retry --parked --all-unconfigured",
    "consent verify all",
  ])("%s: one sentence and status 2", async (line) => {
    const { status, stdout, stderr } = await runOn("file:never-opened.db", line);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });

  test("a bad setting is named", async () => {
    const { status, stderr } = await runOn("mysql://x", "leads list");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^[^\n]*DATABASE_URL[^\n]*\n$/);
  });
});
