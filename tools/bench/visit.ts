import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { type SiteProcess, startSiteProcess } from "../../test/support/site.ts";
import { startBareSite } from "./bare-site.ts";
import { type BareWriter, bareWriter, readRows } from "./bare-store.ts";
import {
  arrival,
  burst,
  type Cost,
  costOf,
  entries,
  inTurns,
  measuredSite,
  packed,
  packedPage,
  repeat,
  settled,
  Visits,
} from "./load.ts";
import { interleaved, type Measured, measured, type Report, report, wantedRatio } from "./report.ts";

const rounds = 3;
/** Before anything is measured, and then in each round. */
const [warmUp, perRound] = [300, 200];
const warmUpMs = 3_000;
const bareCommits = 4_000;
/** As many as there are visitors at once. */
const bareConnections = 4;

type Subject = "bare page" | "page" | "bare answer" | "bare lead" | "answer" | "lead" | "afterwards";

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
  return lines("SQLite", await costsOf(site, bare, 1));
}

async function onPostgres(): Promise<Measured[]> {
  await using server = await startPostgres({ durable: true });
  await using site = await startSiteProcess({ ...measuredSite, DATABASE_URL: await server.freshDatabase() });
  return lines("PostgreSQL", await costsOf(site, await server.freshDatabase(), bareConnections));
}

/** @param bareUrl of an empty store @param writing connections to that one */
async function costsOf(
  { url, databaseUrl, pid }: SiteProcess,
  bareUrl: string,
  writing: number,
): Promise<Record<Subject, Cost[]>> {
  using first = new Visits(url, warmUp);
  await first.all();
  await settled(databaseUrl);
  await repeat(url, arrival, warmUpMs, packed);
  await using bare = await startBareSite({ "/packed": await packedPage(url, arrival) });
  await (await openStore({ url: bareUrl, now: Date.now, log: silentLog, hashKey: "bench" })).close();
  const rows = await readRows(databaseUrl);
  const writers = await Promise.all(Array.from({ length: writing }, () => bareWriter(bareUrl, rows)));
  // The driver's work is done in this process.
  const commits = (commit: (writer: BareWriter) => Promise<void>) =>
    costOf(process.pid, async () => {
      const each = bareCommits / writing;
      await inTurns(writing, writing, async (index) => {
        for (let done = 0; done < each; done++) await commit(writers[index]!);
      });
      return bareCommits;
    });
  const whole: Record<"answer" | "lead" | "afterwards", Cost[]> = { answer: [], lead: [], afterwards: [] };
  const found = await interleaved<string, Cost>(rounds, {
    "bare page": () => burst(bare, "/packed", packed),
    page: () => burst({ url, pid }, arrival, packed),
    "bare answer": () => commits((writer) => writer.answer()),
    "bare lead": () => commits((writer) => writer.lead()),
    visits: async () => {
      using visits = new Visits(url, perRound);
      await visits.open();
      whole.answer.push(await costOf(pid(), () => visits.answers()));
      whole.lead.push(await costOf(pid(), () => visits.leads()));
      whole.afterwards.push(await costOf(pid(), () => settled(databaseUrl).then(() => perRound)));
      return whole.lead.at(-1)!;
    },
  });
  await Promise.all(writers.map((writer) => writer.close()));
  return { ...found, ...whole } as Record<Subject, Cost[]>;
}

function lines(store: string, costs: Record<Subject, Cost[]>): Measured[] {
  const valuesOf = (of: Subject, what: keyof Cost) => costs[of].map((cost) => cost[what]);
  const cpu = (name: string, of: Subject, reference?: Measured) =>
    measured(`${store}: ${name}`, "ms", valuesOf(of, "cpuMs"), reference);
  const rate = (name: string, of: Subject, reference?: Measured) =>
    measured(`${store}: ${name}`, "a second", valuesOf(of, "perSecond"), reference);
  /** Of whole visits, round by round. */
  const sum = (of: Subject[], answer: Subject) =>
    costs[answer].map(({ cpuMs }, round) =>
      of.reduce((total, each) => total + costs[each][round]!.cpuMs, cpuMs * entries.length),
    );
  const barePage = cpu("bare node:http, the same compressed bytes", "bare page");
  const barePages = rate("the same", "bare page");
  const bareLeads = rate("bare commits of a lead", "bare lead");
  const bareVisit = measured(
    `${store}: bare commits of a visit's rows`,
    "ms",
    sum(["bare lead"], "bare answer"),
  );
  const visits = sum(["page", "lead", "afterwards"], "answer");
  const visit = measured(`${store}: whole visit, ${entries.length} answers`, "ms", visits, bareVisit);
  return [
    barePage,
    wantedRatio("<=", 1.4, cpu("first view, compressed", "page", barePage)),
    barePages,
    wantedRatio(">=", 0.3, rate("first views", "page", barePages)),
    cpu("bare commit of an answer's rows", "bare answer"),
    cpu("an answer", "answer"),
    cpu("bare commit of a lead's rows", "bare lead"),
    cpu("a lead", "lead"),
    bareLeads,
    wantedRatio(">=", 0.4, rate("leads", "lead", bareLeads)),
    cpu("afterwards: deliveries, roll-up", "afterwards"),
    bareVisit,
    wantedRatio("<=", 8, visit),
  ];
}
