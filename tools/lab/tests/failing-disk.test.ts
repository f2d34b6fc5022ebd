import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { expect, it } from "vitest";
import { answersC } from "../../../test/support/answers.ts";
import { answers, count, prepareVisits, type Story } from "../../../test/support/crash.ts";
import { holds } from "../../../test/support/holds.ts";
import { strace, whyNoStrace } from "../../../test/support/processes.ts";
import { send } from "../../../test/support/send.ts";
import { type Site, startSiteProcess } from "../../../test/support/site.ts";
import { counts, query } from "../../../test/support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../../../test/support/visitors.ts";
import { insisting, thanks, waitFor } from "../../../test/support/wait-for.ts";

/** A site whose disk can be filled. */
type Full = {
  why: string;
  site: Site;
  fill(): unknown;
  free(): unknown;
  end(): Promise<void>;
};

/** The kernel lets the process write no further than its log reaches. */
async function limitedFile(): Promise<Full> {
  const site = await startSiteProcess();
  const limit = (bytes: string) =>
    execFileSync("prlimit", ["--pid", String(site.pid()), `--fsize=${bytes}:unlimited`]);
  return {
    why: "SQLITE_IOERR",
    site,
    fill: () => limit(String(statSync(`${site.databaseFile}-wal`).size)),
    free: () => limit("unlimited"),
    end: () => site.close(),
  };
}

/** Every write is refused as a full disk refuses it. */
async function noSpace(): Promise<Full> {
  const site = await startSiteProcess();
  let trace: Awaited<ReturnType<typeof strace>>;
  const refuse = ["-e", "trace=pwrite64", "-e", "inject=pwrite64:error=ENOSPC", "-o", "/dev/null"];
  return {
    why: "SQLITE_FULL",
    site,
    fill: async () => {
      trace = await strace(site.pid(), ...refuse);
    },
    free: () => trace.detach(),
    end: () => site.close(),
  };
}

const integrity = ({ databaseFile }: Site) => query(databaseFile, "pragma integrity_check");
const whole = [{ integrity_check: "ok" }];

it.for([
  ["by a limit on the file's size", limitedFile, undefined],
  ["at every write", noSpace, whyNoStrace()],
] as const)("a full disk costs only patience: %s", holds("T3"), async ([_name, make, missing], { skip }) => {
  if (missing) console.log(`Not run: ${missing}`);
  skip(missing !== undefined, missing);
  const { why, site, fill, free, end } = await make();
  try {
    const byJson = await new JsonVisitor(site.url).open();
    await byJson.progress(entriesC().slice(0, 4));
    const byForm = new FormVisitor(site.url);
    await byForm.open("/survey/c");
    await byForm.post(answersC[byForm.screen.step]!);
    const { step } = byForm.screen;
    const atTheEnd = await new JsonVisitor(site.url).open();
    await atTheEnd.progress(entriesC());

    const before = counts(site.databaseFile);
    await fill();
    for (const refused of [await byJson.progress(entriesC().slice(4, 5)), await atTheEnd.postLead()]) {
      expect(refused.status, refused.text.slice(0, 200)).toBe(503);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect((await byForm.post(answersC[step]!)).status).toBe(503);
    for (const path of ["/", "/contact/", "/survey/c", "/healthz", "/survey-thank-you/?q=y"]) {
      expect((await send(site.url, path)).status, path).toBe(200);
    }
    expect((await byForm.open("/survey/c")).step, "what was stored can be read").toBe(step);
    expect(counts(site.databaseFile)).toEqual(before);
    expect(site.output()).toMatch(new RegExp(`"event":"request.failed".*"code":"${why}`));

    await free();
    expect((await atTheEnd.postLead()).status).toBe(200);
    expect((await byJson.finish(entriesC().slice(4))).status).toBe(200);
    while (byForm.screen.step) await byForm.post(answersC[byForm.screen.step]!);
    expect(byForm.screen.url).toMatch(/^\/survey-thank-you\//);
    expect(counts(site.databaseFile)).toMatchObject({ leads: 3, consents: 3 });
    await waitFor("the leads at the buyer", () => site.stubs.leadProsper.received.size === 3);
    expect(integrity(site)).toEqual(whole);
  } finally {
    await end();
  }
});

it.for([
  // A lead takes some forty writes and one sync: no visit meets a failure at each try.
  ["pwrite64", "EIO", "3+101"],
  ["pwrite64", "ENOSPC", "3+101"],
  ["fsync", "EIO", "3+7"],
  ["fsync", "ENOSPC", "3+7"],
] as const)(
  "a disk whose calls sometimes fail keeps what was acknowledged and nothing that was refused: %s, %s",
  holds("T4"),
  async (fault, { skip }) => {
    const [call, error, when] = fault;
    const missing = whyNoStrace();
    if (missing) console.log(`Not run: ${missing}`);
    skip(missing !== undefined, missing);
    const site = await startSiteProcess({
      IPQS_KEY: "",
      ZIP_LOOKUP_URL: "",
      GIBBERISH_URL: "",
      LEAD_EXCHANGE_URL: "",
      PROGRESS_URL: "",
    });
    try {
      const story: Story = { acknowledged: new Set(), retries: 0, lostAnswers: 0, over: false };
      const visits = await prepareVisits(site, 60, entriesC(answers));
      const inject = `inject=${call}:error=${error}:when=${when}`;
      const trace = await strace(site.pid(), "-e", `trace=${call}`, "-e", inject, "-o", "/dev/null");
      const retried = () => {
        story.retries += 1;
      };
      for (const { visitor, email } of visits) {
        await insisting(() => visitor.progress(entriesC(answers).slice(-1)), retried);
        if (thanks(await insisting(() => visitor.postLead(), retried))) story.acknowledged.add(email);
      }
      await trace.detach();
      expect(story.acknowledged.size).toBe(visits.length);
      expect(story.retries, "visitors were refused").toBeGreaterThan(0);
      await site.stop();
      expect(await count(site, story)).toMatchObject({
        stored: visits.length,
        missing: 0,
        doubled: 0,
        incomplete: 0,
        orphans: 0,
        integrity: "ok",
        chain: visits.length,
      });
    } finally {
      await site.close();
    }
  },
);
