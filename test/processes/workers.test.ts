import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { during } from "../support/during.ts";
import { rowsOf, startPostgres } from "../support/postgres.ts";
import { workersOf } from "../support/processes.ts";
import { send } from "../support/send.ts";
import { adminOf, siteProcess, startSiteProcess } from "../support/site.ts";
import { sqlOn } from "../support/store-reader.ts";
import { noLoad, visitAfterVisit } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const shared = { WORKERS: "2", SESSION_SECRETS: "a secret of this test that is long enough" };
const server = during(startPostgres);

const lives = (pid: number) => {
  try {
    // One that has ended stays listed until somebody asks for its exit code.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

describe("two workers on one port", () => {
  const site = during(async () =>
    startSiteProcess({ ...shared, DATABASE_URL: await server.freshDatabase(), ADMIN_PORT: "0" }),
  );
  beforeAll(() =>
    waitFor("both of them", () => listening().length === 2 && /See the charts/.test(site.output())),
  );

  const metrics = async () => (await send(adminOf(site), "/metrics")).text;
  const count = async (series: RegExp) => Number(series.exec(await metrics())?.[1] ?? 0);
  const viewed = () =>
    count(/^claimpath_request_duration_seconds_count\{route="survey c",method="GET",status="200"\} (\d+)$/m);
  const restarts = (reason: string) =>
    count(new RegExp(`^claimpath_worker_restarts_total\\{reason="${reason}"\\} (\\d+)$`, "m"));
  const listening = () => site.output().match(/"event":"server".*"detail":"listening"/g) ?? [];

  it("say once that they are ready, and which of them says what", async () => {
    expect(site.output().match(/Claimpath is ready/g)).toHaveLength(1);
    const workers = listening().map((line) => /"worker":(\d)/.exec(line)?.[1]);
    expect(workers.sort()).toEqual(["1", "2"]);
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
      return text.includes("\nclaimpath_store_ready 1\n") && workersIn() === "1,2";
    });
    expect(text.match(/^claimpath_store_ready/gm)).toHaveLength(1);
    expect(text.match(/^# TYPE claimpath_request_duration_seconds /gm)).toHaveLength(1);
  });

  it("lose no lead when one is killed, which is replaced and counted, while the other serves", async () => {
    // No proxy is in front that asks another one: what the killed one was answering is cut off. The island sends it
    // again by itself; a visitor without scripts has to.
    const load = noLoad();
    const more = async (leads: number) => {
      const wanted = load.acknowledged.size + leads;
      await waitFor(`${leads} more leads`, () => load.acknowledged.size >= wanted);
    };
    const counted = await viewed();
    const begun = listening().length;
    const restartsBefore = await restarts("signal");
    const busy = Array.from({ length: 4 }, (_, who) => visitAfterVisit(site.url, who, load));
    try {
      await more(4);
      const [killed] = workersOf(site.pid());
      process.kill(killed!, "SIGKILL");
      await more(4);
      await waitFor("the replacement", () => listening().length === begun + 1);
      await more(4);
    } finally {
      load.over = true;
      await Promise.all(busy);
    }
    expect(site.output()).toMatch(/"event":"worker.ended","worker":[12],"code":"SIGKILL"/);
    expect(workersOf(site.pid())).toHaveLength(2);
    expect(await viewed(), "a sum never falls").toBeGreaterThanOrEqual(counted);
    expect(await restarts("signal")).toBe(restartsBefore + 1);
    expect([await restarts("failure"), await restarts("exit")]).toEqual([0, 0]);
    const leads = await sqlOn<{ email: string }>(
      site.databaseUrl,
      "select record::json->>'email' as email from leads",
    );
    const emails = leads.map(({ email }) => email);
    expect([...load.acknowledged].filter((email) => !emails.includes(email))).toEqual([]);
    expect(new Set(emails).size, "each once").toBe(emails.length);
  });

  it("stop in order, all of them", async () => {
    const workers = workersOf(site.pid());
    const began = site.output().length;
    expect(await site.stop("SIGTERM").finally(site.restart)).toBe(0);
    expect(workers.filter(lives)).toEqual([]);
    const [said] = site.output().slice(began).split("Claimpath is ready") as [string];
    for (const worker of [1, 2]) {
      expect(said).toMatch(new RegExp(`"event":"server","worker":${worker},"detail":"stopped"`));
    }
    expect(said).not.toContain("worker.ended");
  });

  it("leave nobody behind when their supervisor is killed", async () => {
    await waitFor("all of them", () => workersOf(site.pid()).length === 2);
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
