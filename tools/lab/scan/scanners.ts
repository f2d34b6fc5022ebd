import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { faultOf, hangMs } from "../../../test/support/faults.ts";
import { rawRequest } from "../../../test/support/send.ts";
import type { targets } from "./targets.ts";

type Targets = Awaited<ReturnType<typeof targets>>;

/** What a scanner said, and what of it is a finding. */
export type Scan = { name: string; findings: string[]; said: string };

/** Debian packages of the scanners; each has a program of its own name. */
const packages = ["sqlmap", "wapiti", "slowhttptest", "zzuf"] as const;

export function missing(): string[] {
  return packages.filter((name) => spawnSync("which", [name]).status !== 0);
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

const minute = 60_000;

/** SQL injection through every field and parameter. */
export async function sqlmap(folder: string, asks: Targets): Promise<Scan> {
  const home = folderFor(folder, "sqlmap");
  let said = "";
  for (const [index, { name, bytes }] of asks.entries()) {
    const file = join(home, `${index}.txt`);
    writeFileSync(file, bytes);
    const calm = ["--batch", "--ignore-stdin", "--flush-session"];
    const how = [...calm, "--level=1", "--technique=BEUS", "--dbms=sqlite", "--threads=4"];
    const where = ["-r", file, `--output-dir=${home}/sessions`, "--ignore-code=*", "--skip=Host"];
    said += `== ${name}\n${await run("sqlmap", [...how, ...where], home, minute)}`;
  }
  const parts = said.split(/^== /m).slice(1);
  const isUntested = (part: string) =>
    !/do(?:es)? not (?:appear to|seem to) be injectable|no parameter\(s\) found/.test(part);
  const findings = parts.flatMap((part) => {
    const injectable = part.match(/.*(?:is vulnerable|injection point\(s\)).*/g) ?? [];
    return [...injectable, ...(isUntested(part) ? [`not tested to the end: ${part.split("\n", 1)[0]}`] : [])];
  });
  return { name: `sqlmap, ${asks.length} requests`, findings, said };
}

/** Of plain http, where the site cannot be otherwise, and of a header that browsers have given up. */
const knownOfWapiti = /Strict-Transport-Security|X-XSS-Protection|Secure flag is not set/;

/** Crawls the site and tries scripts, commands, redirects, files and headers on what it finds. */
export async function wapiti(folder: string, origin: string): Promise<Scan> {
  const home = folderFor(folder, "wapiti");
  const report = join(home, "report.json");
  const modules =
    "xss,permanentxss,sql,exec,file,crlf,redirect,csp,http_headers,cookieflags,methods,backup,htaccess";
  const bounds = ["--max-scan-time", "60", "--max-attack-time", "10", "-d", "3", "--max-files-per-dir", "15"];
  const how = ["-m", modules, "-f", "json", "-o", report, "--flush-session", "--no-bugreport", "-t", "10"];
  const args = ["-u", `${origin}/`, ...how, ...bounds, "--store-session", home];
  const said = await run("wapiti", args, home, 5 * minute);
  if (!existsSync(report)) return { name: "wapiti", findings: ["it ended without a report"], said };
  type Found = Record<string, { info: string; path: string }[]>;
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, "utf8")) as Record<string, Found>;
  const findings = [...Object.entries(vulnerabilities!), ...Object.entries(anomalies!)]
    .flatMap(([kind, found]) => found.map(({ info, path }) => `${kind}: ${info} (${path})`))
    .filter((finding) => !knownOfWapiti.test(finding));
  return { name: "wapiti", findings, said };
}

const slowly: Record<string, string[]> = {
  headers: ["-H"],
  bodies: ["-B", "-t", "POST", "-f", "application/x-www-form-urlencoded"],
  reading: ["-X", "-w", "1", "-y", "8", "-n", "5", "-z", "8", "-k", "3"],
};

/** Two hundred clients that take their time; others have to be served meanwhile. */
export async function slowhttptest(folder: string, origin: string): Promise<Scan> {
  const home = folderFor(folder, "slowhttptest");
  const findings: string[] = [];
  let said = "";
  for (const [name, args] of Object.entries(slowly)) {
    const how = ["-c", "200", "-r", "100", "-i", "5", "-l", "20", "-p", "10", "-u", `${origin}/contact/`];
    const output = await run("slowhttptest", [...args, ...how], home, minute);
    if (!/service available:\D*YES/.test(output) || /service available:\D*NO/.test(output)) {
      findings.push(`${name}: not available meanwhile`);
    }
    said += output;
  }
  return { name: "slowhttptest, 3 × 200 clients", findings, said };
}

const rates = ["0.001", "0.004", "0.02"];

/** Bits of real requests flipped at random. */
export async function zzuf(origin: string, asks: Targets): Promise<Scan> {
  const findings: string[] = [];
  let count = 0;
  for (const { name, bytes } of asks) {
    for (const [seed, rate] of [...rates, ...rates, ...rates].entries()) {
      const { stdout } = spawnSync("zzuf", ["-s", String(seed), "-r", rate], { input: bytes });
      const fault = faultOf(await rawRequest(origin, stdout, { endAfterMs: 500, idleMs: hangMs }));
      if (fault) findings.push(`${name}, seed ${seed}, rate ${rate}: ${fault}`);
      count++;
    }
  }
  return { name: `zzuf, ${count} requests`, findings, said: "" };
}

function folderFor(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}
