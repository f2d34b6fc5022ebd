/**
 * `npm run lab -- scan`: other people's scanners against a started site. Ends with status 1 when one finds something. What
 * slow clients and flipped bits do is in `tests slow-clients` and `fuzz`.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { chartsToken } from "../../../test/support/console-people.ts";
import { faultsInOutput } from "../../../test/support/faults.ts";
import { type Ask, bytesOf } from "../../../test/support/send.ts";
import { startSiteProcess } from "../../../test/support/site.ts";
import { lab } from "../../tool.ts";
import { goodAsks } from "../fuzz/seeds.ts";

const minute = 60_000;
const folder = resolve("test/output/scan");
/** Of plain http, where the site cannot be otherwise, and of a header that browsers have given up. */
const knownOfWapiti = /Strict-Transport-Security|X-XSS-Protection|Secure flag is not set/;
const queries = [
  "/survey/c?affid=7&oid=57&s1=a&sub2=b&gclid=c&flags=theme:v3&show-meter=yes",
  "/survey-thank-you/?q=y&email=a&phone=b&city=c&zip_code=d",
  "/contact/?sent=1&affid=7",
  "/graphs/compare?before=c&after=v7",
  "/graphs/c/simulate?path=/survey/c&today=2026-06-15&do=option%3Dx",
  "/graphs/c/screen?step=AtFault&lang=en",
  "/graphs/c/numbers?source=a&device=phone&from=2026-01-01&to=2026-02-01",
  "/graphs/c/numbers?show=sides&source=a&b.source=b",
];

const program = lab(
  "scan",
  `Starts a site and runs sqlmap and wapiti (Debian's packages) against it.
Ends with status 1 when one finds something. Their output goes to test/output/scan/.`,
).parse();

const absent = ["sqlmap", "wapiti"].filter((name) => spawnSync("which", [name]).status !== 0);
if (absent.length > 0) program.error(`scanners are missing: apt-get install ${absent.join(" ")}`);
rmSync(folder, { recursive: true, force: true });
ensureBuilt();

const open = { stubs: false, POSTS_PER_ADDRESS: "0", POSTS_IN_ALL: "0" };
await using site = await startSiteProcess({ ...open, ANALYST_TOKEN: chartsToken });
let found = 0;
function tell(name: string, findings: string[], said: string): void {
  found += findings.length;
  writeFileSync(`${folder}/${name}.txt`, said);
  console.log(`${name}: ${findings.length === 0 ? "nothing found" : `${findings.length} findings`}`);
  for (const finding of findings) console.log(`  ${finding}`);
}
const asks = await targets(site.url);
await wapiti(site.url);
await sqlmap();
await site.stop();
const errors = (site.output().match(/.*"event":"request",.*"status":5\d\d.*/g) ?? []).filter(
  (line) => !line.includes('"status":503'),
);
tell("the site itself", [...errors, ...faultsInOutput(site.output())], site.output());
console.log(`What they said is in ${folder}.`);
process.exitCode = found === 0 ? 0 : 1;

/** One request of every form, JSON address and query that the site reads. */
async function targets(origin: string): Promise<{ name: string; bytes: Buffer }[]> {
  const headers: Ask["headers"] = [["Authorization", `Bearer ${chartsToken}`]];
  const asked: Ask[] = queries.map((target) => ({ method: "GET", target, headers }));
  const posted = (await goodAsks(origin)).filter(({ body }) => body !== undefined);
  // Surveys are one program: the posts of one of them stand for all.
  const distinct = posted.filter(
    ({ target }) => !/^\/(?!survey\/c$).*survey|^\/(?:yt|g2?|f|form)\b/.test(target),
  );
  const fieldsOf = ({ body }: Ask) =>
    body && "form" in body ? body.form.map(([name]) => name).join() : Object.keys(Object(body?.json)).join();
  const byFields = new Map(distinct.map((ask) => [`${ask.target} ${fieldsOf(ask)}`, ask]));
  return [...asked, ...byFields.values()].map((ask) => ({
    name: `${ask.method} ${ask.target.split("?")[0]}`,
    bytes: bytesOf({ ...ask, headers: [["Host", new URL(origin).host], ...ask.headers] }),
  }));
}

/** SQL injection through every field and parameter. */
async function sqlmap(): Promise<void> {
  const home = folderFor("sqlmap");
  const findings: string[] = [];
  let all = "";
  for (const [index, { name, bytes }] of asks.entries()) {
    const file = join(home, `${index}.txt`);
    writeFileSync(file, bytes);
    const calm = ["--batch", "--ignore-stdin", "--flush-session"];
    const how = [...calm, "--level=1", "--technique=BEUS", "--dbms=sqlite", "--threads=4"];
    const where = ["-r", file, `--output-dir=${home}/sessions`, "--ignore-code=*", "--skip=Host"];
    const said = await run("sqlmap", [...how, ...where], home, minute);
    all += `== ${name}\n${said}`;
    findings.push(...(said.match(/.*(?:is vulnerable|injection point\(s\)).*/g) ?? []));
    if (!/do(?:es)? not (?:appear to|seem to) be injectable|no parameter\(s\) found/.test(said))
      findings.push(`not tested to the end: ${name}`);
  }
  tell("sqlmap", findings, all);
}

/** Crawls the site and tries scripts, commands, redirects, files and headers on what it finds. */
async function wapiti(origin: string): Promise<void> {
  const home = folderFor("wapiti");
  const report = join(home, "report.json");
  const modules =
    "xss,permanentxss,sql,exec,file,crlf,redirect,csp,http_headers,cookieflags,methods,backup,htaccess";
  const bounds = ["--max-scan-time", "60", "--max-attack-time", "10", "-d", "3", "--max-files-per-dir", "15"];
  const how = ["-m", modules, "-f", "json", "-o", report, "--flush-session", "--no-bugreport", "-t", "10"];
  const args = ["-u", `${origin}/`, ...how, ...bounds, "--store-session", home];
  const said = await run("wapiti", args, home, 5 * minute);
  if (!existsSync(report)) return tell("wapiti", ["it ended without a report"], said);
  type Found = Record<string, { info: string; path: string }[]>;
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, "utf8")) as Record<string, Found>;
  const findings = [...Object.entries(vulnerabilities!), ...Object.entries(anomalies!)]
    .flatMap(([kind, found]) => found.map(({ info, path }) => `${kind}: ${info} (${path})`))
    .filter((finding) => !knownOfWapiti.test(finding));
  tell("wapiti", findings, said);
}

/**
 * Runs a scanner to its end, or for as long as it may.
 * @param home where it may keep its files
 * @returns all that it printed, without its colours
 */
function run(program: string, args: string[], home: string, mostMs: number): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", NODE_ENV: "production" as const };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], timeout: mostMs });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(stripVTControlCharacters(said)));
  });
}

function folderFor(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}
