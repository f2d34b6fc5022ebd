import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { siteForTests, siteProcessForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query } from "../../support/store-reader.ts";
import { patiently } from "../../support/submissions.ts";
import { FormVisitor, lookIn } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const theme = `
    - id: theme
      about: Another color brings more.
      paths: [/survey/c]
      metric: sold
      control: plain
      arms: [{ name: plain, weight: 1 }, { name: other, weight: 1, flags: { theme: v3 } }]`;
const fileWith = (list: string, page = "v5") => `delivery: { poll-ms: 100 }
pages: { /survey/v3: { flags: { theme: ${page} } } }
experiments:
  salt: a salt of the tests
  list:${list}
`;
const { path, remove } = destinationsIn(fileWith(theme));
afterAll(remove);

const shared = { stubs: false, CLAIMPATH_FILE: path, SESSION_SECRETS: "s".repeat(32) };
const site = siteForTests(shared);
const other = siteProcessForTests(() => ({ ...shared, DATABASE_URL: site.databaseUrl }));

let cookie: string;
beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
});

const page = "/console/experiments/theme";
const look = async (form: Record<string, string>, at = page) => {
  const seen = query<{ number: number }>(site.databaseFile, "select number from experiment_changes").length;
  const headers = { Cookie: cookie };
  return send(site.url, at, { form: { seen: String(seen), reason: "as planned", ...form }, headers });
};
type Change = { since: number; person: string; runs: string; share: string | null; undoes: number | null };
const changes = () => query<Change>(site.databaseFile, "select * from experiment_changes order by number");
/** Presses twice, and waits until it counts. @param meanwhile what visitors do until then */
async function press(
  form: Record<string, string>,
  at = page,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const shown = await look(form, at);
  expect([shown.status, shown.text.includes("It counts within seconds")]).toEqual([200, true]);
  expect((await send(site.url, at, { form: lookIn(shown.text), headers: { Cookie: cookie } })).status).toBe(
    303,
  );
  await meanwhile?.();
  const { since } = changes().at(-1)!;
  await waitFor("the change to count", () => Date.now() > since);
}

const themeIn = (html: string) => /<html[^>]*data-theme="([^"]+)"/.exec(html)?.[1] ?? "plain";
/** New browsers that open the survey, at both processes in turn. */
async function visitors(count: number): Promise<FormVisitor[]> {
  const all = Array.from({ length: count }, (_, index) => new FormVisitor([site.url, other.url][index % 2]!));
  for (const visitor of all) await visitor.open("/survey/c");
  return all;
}
/** The same browser at the other process. */
function elsewhere({ cookies }: FormVisitor, url: string): FormVisitor {
  const visitor = new FormVisitor(url);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}
const looksOf = (all: readonly FormVisitor[]) => all.map(({ screen }) => themeIn(screen.html));
const answer = (visitor: FormVisitor) =>
  visitor.post({ option: /name="option" value="([^"]+)"/.exec(visitor.screen.html)![1]! });
/** The arm with which the newest visit is recorded. */
const newestArm = () =>
  JSON.parse(
    query<{ body: string }>(
      site.databaseFile,
      "select body from visit_log where kind = 'entry' order by visit_id desc, seq limit 1",
    )[0]!.body,
  ).arm as { name: string; won?: boolean } | undefined;
/** Answers at the other process than the one that showed the page, and tells the arm that was recorded. */
async function recorded(visitor: FormVisitor, at: string) {
  const moved = elsewhere(visitor, at);
  moved.screen = visitor.screen;
  await answer(moved);
  return { arm: newestArm(), theme: themeIn(moved.screen.html), moved };
}

describe.each(databases)("changes on $name", ({ start }) => {
  const on = freshStore(start);

  it("are made one after the other, each by somebody who saw the one before", async () => {
    const { experiments } = on.store;
    const change = {
      person: "ana",
      reason: "r",
      experiment: "theme",
      share: "0.5",
      winner: null,
      undoes: null,
    };
    const add = (since: number, seen: number) => experiments.add({ ...change, runs: "yes", since }, seen);
    const both = await Promise.all([add(on.now + 50, 0), patiently(() => add(on.now + 50, 0))]);
    expect(both.sort()).toEqual([false, true]);
    // By a clock that is behind.
    expect(await add(on.now - 50, 1)).toBe(true);
    const all = await experiments.all();
    expect(all.map(({ number, since }) => [number, since])).toEqual([
      [1, on.now + 50],
      [2, on.now + 50],
    ]);
    expect(await experiments.newest()).toBe(2);
  });
});

let inIt: FormVisitor[];

it("begins by a press while visits are under way, in every process, for the share that was pressed", async () => {
  const before = await visitors(12);
  expect(new Set(looksOf(before))).toEqual(new Set(["plain"]));
  await answer(before[0]!);
  const refused = await look({ intent: "begin", share: "0", reason: "" });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/Use a number of percent.*Say why/s);
  const masked = await signedInCookie(site, addPerson(site, "bo", "leads-masked"));
  const form = { seen: "0", intent: "begin", share: "50", reason: "a" };
  expect((await send(site.url, page, { form, headers: { Cookie: masked } })).status).toBe(403);
  expect(changes()).toEqual([]);
  await press({ intent: "begin", share: "50" }, page, async () => void before.push(...(await visitors(12))));
  // Those who saw the page before are in no arm, at either process.
  for (const [index, visitor] of before.entries()) {
    const at = [other.url, site.url][index % 2]!;
    if (index === 0) expect(themeIn((await elsewhere(visitor, at).open("/survey/c")).html)).toBe("plain");
    else expect((await recorded(visitor, at)).arm).toBeUndefined();
  }
  inIt = await visitors(40);
  const arms = new Set<string>();
  for (const [index, visitor] of inIt.entries()) {
    const shown = themeIn(visitor.screen.html);
    const { arm, theme, moved } = await recorded(visitor, [other.url, site.url][index % 2]!);
    expect([theme, arm?.name ?? "plain"]).toEqual([shown, shown === "v3" ? "other" : "plain"]);
    arms.add(arm ? arm.name : "none");
    inIt[index] = moved;
  }
  expect([...arms].sort()).toEqual(["none", "other", "plain"]);
});

it("keeps everybody who is in it in their arm when it is widened", async () => {
  const shown = looksOf(inIt);
  const fewer = await look({ intent: "widen", share: "50" });
  expect([fewer.status, fewer.text.includes("a share only grows")]).toEqual([422, true]);
  const fresh = await visitors(30);
  const first = await Promise.all(fresh.map((each) => recordedArm(each)));
  await press({ intent: "widen", share: "100" });
  for (const [index, visitor] of inIt.entries()) {
    const again = elsewhere(visitor, [site.url, other.url][index % 2]!);
    expect(themeIn((await again.open("/survey/c")).html)).toBe(shown[index]);
  }
  for (const [index, visitor] of fresh.entries()) {
    await visitor.open("/survey/c");
    if (first[index]) expect(recordedArm(visitor)).toBe(first[index]);
  }
  const wider = await visitors(30);
  for (const [index, visitor] of wider.entries())
    expect((await recorded(visitor, [other.url, site.url][index % 2]!)).arm).toBeDefined();
});

/** The arm that the page's look shows, where it is not control's. */
const recordedArm = ({ screen }: FormVisitor) => (themeIn(screen.html) === "v3" ? "other" : "");

it("ends for new visitors, who see the winner, and goes on after an undo, with the same arms", async () => {
  const underWay = await visitors(8);
  const shown = looksOf(underWay);
  for (const visitor of underWay) await answer(visitor);
  await press({ intent: "end", winner: "other" });
  for (const [index, visitor] of underWay.entries())
    expect(themeIn((await elsewhere(visitor, other.url).open("/survey/c")).html)).toBe(shown[index]);
  const after = await visitors(10);
  expect(new Set(looksOf(after))).toEqual(new Set(["v3"]));
  expect((await recorded(after[0]!, other.url)).arm).toMatchObject({ name: "other", won: true });
  const wrong = await look({ intent: "widen", share: "100" });
  expect([wrong.status, wrong.text.includes("It does not run")]).toEqual([422, true]);
  expect((await look({ intent: "undo", change: "1" })).text).toContain("Undo the later change first.");
  await press({ intent: "undo", change: "3" });
  expect((await look({ intent: "undo", change: "3" })).text).toContain("That is undone already.");
  for (const [index, visitor] of underWay.entries())
    expect(themeIn((await elsewhere(visitor, site.url).open("/survey/c")).html)).toBe(shown[index]);
  expect(new Set(looksOf(await visitors(20)))).toEqual(new Set(["plain", "v3"]));
  expect(changes().map(({ person, runs, share, undoes }) => [person, runs, share, undoes])).toEqual([
    ["ana", "yes", "0.5", null],
    ["ana", "yes", "1", null],
    ["ana", "no", "1", null],
    ["ana", "yes", "1", 3],
  ]);
  const history = (await send(site.url, page, { headers: { Cookie: cookie } })).text;
  expect(history).toMatch(/Undoes change 3\. as planned/);
  const deeds = "select operator, about, reason from readings where command = 'console experiments end'";
  expect(query(site.databaseFile, deeds)).toEqual([
    { operator: "ana", about: "experiment theme", reason: "as planned" },
  ]);
  // A press on a page that somebody else has overtaken.
  expect((await look({ intent: "end", winner: "", seen: "2" })).text).toContain("Somebody has changed");
});

it("a changed file is taken up whole or not at all, and nobody who is in an arm is drawn again", async () => {
  const settings = async () =>
    (await send(site.url, "/console/settings", { headers: { Cookie: cookie } })).text;
  const more = (id: string, own: string) => `
    - id: ${id}
      about: Another.
      paths: [/survey/v7]
      metric: leads
      control: plain${own}
      arms: [{ name: plain, weight: 1 }, { name: other, weight: 1, flags: { theme: v3 } }]`;
  const bad: [list: string, line: number, words: string][] = [
    [theme.replace("weight: 1 }]", "weight: 2 }]").replace("theme: v3", "theme: v5"), 11, "theme runs"],
    [theme.replace("[/survey/c]", "[/survey/c, /survey/v7]"), 8, "must stay as it is while theme runs"],
    [" []", 5, "must keep theme, which runs"],
    [`${theme}\n      stop: 2026-01-01T00:00:00Z\n      winner: other`, 12, "page of theme ends it"],
    [`${theme}${more("late", "\n      start: 2026-01-01T00:00:00Z")}`, 17, "page of late begins it"],
    [`${theme}${more("late", "").replace("v7", "c")}`, 12, "group must be the same for theme and late"],
  ];
  for (const [list, line, words] of bad) {
    writeFileSync(path, fileWith(list, "v3"));
    const said = new RegExp(
      `the site uses what it said before: [^<]*claimpath\\.yaml line ${line} column [^<]*${words}`,
    );
    await waitFor(`line ${line}: ${words}`, async () => said.test(await settings()));
    expect(themeIn((await send(site.url, "/survey/v3")).text)).toBe("v5");
  }
  const draws = looksOf(inIt);
  writeFileSync(path, fileWith(theme + more("late", ""), "v3"));
  const listed = async (url: string) => {
    const shown = await send(url, "/console/experiments", { headers: { Cookie: cookie } });
    return shown.text.includes("/console/experiments/late");
  };
  await waitFor(
    "both processes to know it",
    async () => (await listed(site.url)) && (await listed(other.url)),
  );
  expect(themeIn((await send(site.url, "/survey/v3")).text)).toBe("v3");
  const looks = async (url: string) => themeIn((await new FormVisitor(url).open("/survey/v7")).html);
  for (let times = 0; times < 8; times++)
    expect([await looks(site.url), await looks(other.url)]).toEqual(["plain", "plain"]);
  await press({ intent: "begin", share: "100" }, "/console/experiments/late");
  for (const url of [site.url, other.url]) {
    const seen = new Set<string>();
    for (let times = 0; times < 40 && seen.size < 2; times++) seen.add(await looks(url));
    expect([...seen].sort()).toEqual(["plain", "v3"]);
  }
  // A process that starts now knows all that was pressed before.
  await using third = await startSite({ ...shared, DATABASE_URL: site.databaseUrl });
  for (const [index, visitor] of inIt.entries())
    expect(themeIn((await elsewhere(visitor, third.url).open("/survey/c")).html)).toBe(draws[index]);
  expect(readFileSync(path, "utf8")).not.toContain("start:");
});
