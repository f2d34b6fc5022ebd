import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { type SiteProcess, startSiteProcess } from "../../test/support/site.ts";
import { type BareWriter, bareWriter, readRows } from "./bare-commits.ts";
import { startBareSite } from "./bare-site.ts";
import { burst, packedPage } from "./burst.ts";
import { cpuMsOf } from "./cpu-time.ts";
import { interleaved, type Measured, measured, wantedRatio } from "./figure.ts";
import { repeat } from "./load.ts";
import { arrival } from "./phone.ts";
import { type Report, report } from "./report.ts";
import { entries, measuredSite, packed, settled, Visits } from "./visits.ts";

const rounds = 3;
/** Before anything is measured, and then in each round. */
const [warmUp, perRound] = [300, 200];
const warmUpMs = 3_000;
const bareCommits = 2_000;
/** As many as there are visitors at once. */
const bareConnections = 4;

/** Milliseconds of processor time each, and how many a second. */
type Cost = { cpuMs: number; perSecond: number };
type Subject = "bare page" | "page" | "bare answer" | "bare lead" | "answer" | "lead" | "afterwards";
type Costs = Record<Subject, Cost[]>;

/** Processor time of the whole site's process for each request of a visit, warm, on both stores. */
export async function visit(): Promise<Report> {
  const lines = [...(await onSqlite()), ...(await onPostgres())];
  return report(
    "visit",
    `Processor time of the site's process after ${warmUp} visits, ${perRound} visits a round, four at once, every commit durable. Bare commits are the same rows straight through the driver, with its processor time.`,
    lines,
  );
}

async function onSqlite(): Promise<Measured[]> {
  await using site = await startSiteProcess(measuredSite);
  const bare = `file:${join(mkdtempSync(join(tmpdir(), "claimpath-")), "bare.db")}`;
  // One connection: SQLite has one writer at a time.
  return lines("SQLite", await costsOf(site, site.databaseUrl, bare, 1));
}

async function onPostgres(): Promise<Measured[]> {
  await using server = await startPostgres({ durable: true });
  await using site = await startSiteProcess({ ...measuredSite, DATABASE_URL: await server.freshDatabase() });
  const bare = await server.freshDatabase();
  return lines("PostgreSQL", await costsOf(site, site.databaseUrl, bare, bareConnections));
}

/** @param url of the site's store @param bareUrl of an empty one @param connections to that one */
async function costsOf(site: SiteProcess, url: string, bareUrl: string, connections: number): Promise<Costs> {
  using first = new Visits(site.url, warmUp);
  await first.all();
  await settled(url);
  await repeat(site.url, arrival, warmUpMs, packed);
  await using bare = await startBareSite({ "/packed": await packedPage(site.url, arrival) });
  await (await openStore({ url: bareUrl, now: Date.now, log: silentLog, hashKey: "bench" })).close();
  const rows = await readRows(url);
  const writers = await Promise.all(Array.from({ length: connections }, () => bareWriter(bareUrl, rows)));
  const whole: Record<"answer" | "lead" | "afterwards", Cost[]> = { answer: [], lead: [], afterwards: [] };
  const found = await interleaved<string, Cost>(rounds, {
    "bare page": () => burst(bare, "/packed", packed),
    page: () => burst(site, arrival, packed),
    "bare answer": () => commits(writers, (writer) => writer.answer()),
    "bare lead": () => commits(writers, (writer) => writer.lead()),
    visits: async () => {
      using visits = new Visits(site.url, perRound);
      await visits.open();
      whole.answer.push(await costOf(site, perRound * entries.length, () => visits.answers()));
      whole.lead.push(await costOf(site, perRound, () => visits.leads()));
      whole.afterwards.push(await costOf(site, perRound, () => settled(url)));
      return whole.lead.at(-1)!;
    },
  });
  await Promise.all(writers.map((writer) => writer.close()));
  return { ...found, ...whole } as Costs;
}

async function costOf(site: SiteProcess, count: number, work: () => Promise<void>): Promise<Cost> {
  const [began, before] = [performance.now(), cpuMsOf(site.pid())];
  await work();
  return {
    cpuMs: (cpuMsOf(site.pid()) - before) / count,
    perSecond: (count * 1000) / (performance.now() - began),
  };
}

/** The driver's work is done in this process. */
async function commits(
  writers: readonly BareWriter[],
  commit: (writer: BareWriter) => Promise<void>,
): Promise<Cost> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  let left = bareCommits;
  await Promise.all(
    writers.map(async (writer) => {
      while (left-- > 0) await commit(writer);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1000 / bareCommits,
    perSecond: (bareCommits * 1000) / (performance.now() - began),
  };
}

function lines(store: string, costs: Costs): Measured[] {
  const cpu = (name: string, of: Subject, reference?: Measured) =>
    measured(
      `${store}: ${name}`,
      "ms",
      costs[of].map(({ cpuMs }) => cpuMs),
      reference,
    );
  const rate = (name: string, of: Subject, reference?: Measured) =>
    measured(
      `${store}: ${name}`,
      "a second",
      costs[of].map(({ perSecond }) => perSecond),
      reference,
    );
  const barePage = cpu("bare node:http, the same compressed bytes", "bare page");
  const barePages = rate("the same", "bare page");
  const bareAnswer = cpu("bare commit of an answer's rows", "bare answer");
  const bareLead = cpu("bare commit of a lead's rows", "bare lead");
  const bareLeads = rate("bare commits of a lead", "bare lead");
  const visits = costs.answer.map(
    ({ cpuMs }, round) =>
      costs.page[round]!.cpuMs +
      cpuMs * entries.length +
      costs.lead[round]!.cpuMs +
      costs.afterwards[round]!.cpuMs,
  );
  const bareVisits = costs["bare answer"].map(
    ({ cpuMs }, round) => cpuMs * entries.length + costs["bare lead"][round]!.cpuMs,
  );
  const bareVisit = measured(`${store}: bare commits of a visit's rows`, "ms", bareVisits);
  return [
    barePage,
    wantedRatio("<=", 1.4, cpu("first view, compressed", "page", barePage)),
    barePages,
    wantedRatio(">=", 0.3, rate("first views", "page", barePages)),
    bareAnswer,
    cpu("an answer", "answer", bareAnswer),
    bareLead,
    cpu("a lead", "lead", bareLead),
    bareLeads,
    wantedRatio(">=", 0.4, rate("leads", "lead", bareLeads)),
    cpu("afterwards: deliveries, roll-up", "afterwards"),
    bareVisit,
    wantedRatio(
      "<=",
      8,
      measured(`${store}: whole visit, ${entries.length} answers`, "ms", visits, bareVisit),
    ),
  ];
}
