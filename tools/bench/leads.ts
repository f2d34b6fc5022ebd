import { dirname, join } from "node:path";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import { bareWriter, readRows, submitCopy } from "./bare-commits.ts";
import { cpuMsOf } from "./cpu-time.ts";
import { interleaved, measured, wantedRatio } from "./figure.ts";
import { finishedVisits } from "./finished-visits.ts";
import { sendEach, visitors } from "./load.ts";
import { type Report, report } from "./report.ts";
import { syncs } from "./syncs.ts";

const rounds = 3;
const perRound = 128;

/** Runs `work` so many times. @returns times per second */
async function perSecond(work: () => unknown, atOnce = visitors): Promise<number> {
  const began = performance.now();
  let left = perRound;
  const visitor = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return (perRound * 1000) / (performance.now() - began);
}

const emptyStore = (file: string) =>
  openStore({ url: `file:${file}`, now: Date.now, log: silentLog, hashKey: "bench" });

/** Leads that were answered for and are on the disk, per second, and where the time goes. */
export async function leads(): Promise<Report> {
  await using site = await startSiteProcess({ LOG: "off", stubs: false, POSTS_IN_ALL: "0" });
  const folder = dirname(site.databaseFile);
  const inFolder = (name: string) => join(folder, name);
  await (await emptyStore(inFolder("bare.db"))).close();
  const store = await emptyStore(inFolder("store.db"));
  await sendEach(site.url, await finishedVisits(site.url, visitors));
  const rows = await readRows(site.databaseUrl);
  const bare = await bareWriter(`file:${inFolder("bare.db")}`, rows);

  const overHttp = async () => {
    const began = performance.now();
    const posts = await finishedVisits(site.url, perRound);
    const before = cpuMsOf(site.pid());
    const posted = await sendEach(site.url, posts);
    const cpuPerPost = (cpuMsOf(site.pid()) - before) / perRound;
    return { ...posted, cpuPerPost, whole: (perRound * 1000) / (performance.now() - began) };
  };
  try {
    const http: Awaited<ReturnType<typeof overHttp>>[] = [];
    const found = await interleaved<string, number>(rounds, {
      sync: () => syncs(inFolder("sync"), perRound),
      // A connection has one transaction at a time.
      bare: () => perSecond(bare.lead, 1),
      store: () => perSecond(() => submitCopy(store, rows.lead)),
      http: async () => {
        http.push(await overHttp());
        return http.at(-1)!.perSecond;
      },
    });
    const reference = measured("bare SQLite, FULL, one lead a commit", "leads/s", found.bare!);
    const posts = measured("POST /post-lead, answers saved before", "leads/s", found.http!, reference);
    const of = (what: keyof (typeof http)[number]) => http.map((round) => round[what]);
    return report(
      "leads",
      `${visitors} visitors at once, ${perRound} leads a round, every one synced before its answer; all files in one folder.`,
      [
        measured("append 4 KB and fdatasync", "syncs/s", found.sync!),
        reference,
        measured("our store without HTTP", "leads/s", found.store!, reference),
        wantedRatio(">=", 0.5, posts),
        measured("the same: processor time of the site", "ms", of("cpuPerPost")),
        measured("the same: p99", "ms", of("p99")),
        measured(
          "whole visits: page, 10 answers in one post, /post-lead",
          "visits/s",
          of("whole"),
          reference,
        ),
      ],
    );
  } finally {
    bare.close();
    await store.close();
  }
}
