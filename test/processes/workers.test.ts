import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { during } from "../support/during.ts";
import { insisting, thanks } from "../support/insisting.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { rowsOf, startPostgres } from "../support/postgres.ts";
import { workersOf } from "../support/processes.ts";
import { send } from "../support/send.ts";
import { startSiteProcess } from "../support/site.ts";
import { siteProcess } from "../support/site-process.ts";
import { waitFor } from "../support/wait-for.ts";

const shared = { WORKERS: "3", SESSION_SECRETS: "a secret of this test that is long enough" };
const server = during(startPostgres);

const lives = (pid: number) => {
  try {
    // One that has ended stays listed until somebody asks for its exit code.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

describe("three workers on one port", () => {
  const site = during(async () =>
    startSiteProcess({ ...shared, DATABASE_URL: await server.freshDatabase(), ADMIN_PORT: "0" }),
  );
  let admin: string;
  beforeAll(async () => {
    await waitFor("the metrics' address", () => /Metrics: http/.test(site.output()));
    admin = /Metrics: (http:\/\/127\.0\.0\.1:\d+)/.exec(site.output())![1]!;
  });

  const metrics = async () => (await send(admin, "/metrics")).text;
  const count = async (series: RegExp) => Number(series.exec(await metrics())?.[1] ?? 0);
  const viewed = () =>
    count(/^claimpath_request_duration_seconds_count\{route="survey c",method="GET",status="200"\} (\d+)$/m);
  const restarts = (reason: string) =>
    count(new RegExp(`^claimpath_worker_restarts_total\\{reason="${reason}"\\} (\\d+)$`, "m"));
  const listening = () => site.output().match(/"event":"server".*"detail":"listening"/g) ?? [];

  it("say once that they are ready, and which of them says what", async () => {
    expect(site.output().match(/Claimpath is ready/g)).toHaveLength(1);
    const workers = listening().map((line) => /"worker":(\d)/.exec(line)?.[1]);
    expect(workers.sort()).toEqual(["1", "2", "3"]);
    expect((await send(site.url, "/readyz")).status).toBe(200);
    const migrated = await rowsOf<{ name: string }>(site.databaseUrl, "select name from kysely_migration");
    expect(new Set(migrated.map(({ name }) => name)).size).toBe(migrated.length);
  });

  it("are counted as one", async () => {
    for (let request = 0; request < 20; request++) await send(site.url, "/survey/c");
    const logged = () =>
      site.output().match(/"method":"GET","path":"\/survey\/c","status":200/g)?.length ?? 0;
    await waitFor("their lines", () => logged() >= 20);
    // A worker that does not answer in time counts with what it said last.
    await waitFor("the sum", async () => (await viewed()) === logged());
    let text = "";
    const workersIn = () => text.match(/(?<=^process_cpu_seconds_total\{worker=")\d(?="\} )/gm)?.join();
    await waitFor("all workers and a store that answers them in time", async () => {
      text = await metrics();
      return text.includes("\nclaimpath_store_ready 1\n") && workersIn() === "1,2,3";
    });
    expect(text.match(/^claimpath_store_ready/gm)).toHaveLength(1);
    expect(text.match(/^# TYPE claimpath_request_duration_seconds /gm)).toHaveLength(1);
  });

  it("lose no lead when one is killed, which is replaced and counted, while the others serve", async () => {
    const acknowledged = new Set<string>();
    const run = randomUUID();
    let over = false;
    // No proxy is in front that asks another one: what the killed one was answering is cut off. The island sends it
    // again by itself; a visitor without scripts has to.
    const patiently = <Answer extends { status: number }>(ask: () => Promise<Answer>) =>
      insisting(ask, () => {});
    const visitAfterVisit = async (who: number) => {
      for (let visit = 0; !over; visit++) {
        const email = `${run}-${who}-${visit}@example.com`;
        const visitor = new JsonVisitor(site.url);
        const open = () => visitor.open().then(({ cookie }) => ({ status: cookie ? 200 : 503 }));
        await patiently(open);
        const entries = entriesC({ NameAndEmail: { firstName: "Ana", lastName: "Rivera", email } });
        await patiently(() => visitor.progress(entries));
        if (thanks(await patiently(() => visitor.postLead()))) acknowledged.add(email);
      }
    };
    const more = async (leads: number) => {
      const wanted = acknowledged.size + leads;
      await waitFor(`${leads} more leads`, () => acknowledged.size >= wanted);
    };
    const counted = await viewed();
    const begun = listening().length;
    const restartsBefore = await restarts("signal");
    const busy = Array.from({ length: 6 }, (_, who) => visitAfterVisit(who));
    try {
      await more(6);
      const [killed] = workersOf(site.pid());
      process.kill(killed!, "SIGKILL");
      await more(6);
      await waitFor("the replacement", () => listening().length === begun + 1);
      await more(6);
    } finally {
      over = true;
      await Promise.all(busy);
    }
    expect(site.output()).toMatch(/"event":"worker.ended","worker":[123],"code":"SIGKILL"/);
    expect(workersOf(site.pid())).toHaveLength(3);
    expect(await viewed(), "a sum never falls").toBeGreaterThanOrEqual(counted);
    expect(await restarts("signal")).toBe(restartsBefore + 1);
    expect([await restarts("failure"), await restarts("exit")]).toEqual([0, 0]);
    const leads = await rowsOf<{ email: string }>(
      site.databaseUrl,
      "select record::json->>'email' as email from leads",
    );
    const emails = leads.map(({ email }) => email);
    expect([...acknowledged].filter((email) => !emails.includes(email))).toEqual([]);
    expect(new Set(emails).size, "each once").toBe(emails.length);
  });

  it("stop in order, all of them", async () => {
    const workers = workersOf(site.pid());
    const began = site.output().length;
    expect(await site.stop("SIGTERM").finally(site.restart)).toBe(0);
    expect(workers.filter(lives)).toEqual([]);
    const [said] = site.output().slice(began).split("Claimpath is ready") as [string];
    for (const worker of [1, 2, 3]) {
      expect(said).toMatch(new RegExp(`"event":"server","worker":${worker},"detail":"stopped"`));
    }
    expect(said).not.toContain("worker.ended");
  });

  it("leave nobody behind when their supervisor is killed", async () => {
    await waitFor("all of them", () => workersOf(site.pid()).length === 3);
    const workers = workersOf(site.pid());
    expect(await site.stop("SIGKILL")).toBeNull();
    await waitFor("their end", () => workers.filter(lives).length === 0);
  });
});

it("a start that cannot succeed says so once and ends with 1", async () => {
  const nobody = "postgres://nobody@127.0.0.1:1/nothing";
  const { code, err, out } = await siteProcess({ ...shared, DATABASE_URL: nobody }, 240_000).ended;
  expect([code, err.trim().split("\n").length]).toEqual([1, 1]);
  expect(out).not.toContain("ready");
});
