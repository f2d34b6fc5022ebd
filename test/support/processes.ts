import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { SiteProcess } from "./site.ts";

/** The kernel's facts about a running site's processes. */

/** Memory of a process, as the kernel counts it. @throws where there is no such process, or no /proc */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
}

/** The processor time that a process has used, in milliseconds; the kernel counts it in ticks of ten. */
export function processorMs(pid: number): number {
  const [, ...numbers] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) ./)[1]!.split(" ");
  return (Number(numbers[10]) + Number(numbers[11])) * 10;
}

/**
 * Watches a process that has nothing to do.
 * @returns ends that, and gives what it takes in a minute, in milliseconds of processor time, by the cheaper two thirds of
 * spans of two seconds: now and then garbage is collected, in one of them as much as all others take in a minute, and a
 * test sees that once or not at all
 */
export function watchRest(pid: number): () => number {
  const samples: { at: number; ms: number }[] = [];
  const sample = () => void samples.push({ at: performance.now(), ms: processorMs(pid) });
  sample();
  const sampling = setInterval(sample, 2_000);
  return () => {
    clearInterval(sampling);
    sample();
    const spans = samples.slice(1).map(({ at, ms }, index) => {
      const before = samples[index]!;
      return { ms: ms - before.ms, during: at - before.at };
    });
    const usual = spans
      .toSorted((one, other) => one.ms - other.ms)
      .slice(0, Math.ceil((spans.length * 2) / 3));
    const sum = (of: "ms" | "during") => usual.reduce((all, span) => all + span[of], 0);
    return (sum("ms") * 60_000) / sum("during");
  };
}

/** @returns why strace cannot be used here, undefined when it can */
export function whyNoStrace(): string | undefined {
  const probe = spawnSync("strace", ["-e", "trace=none", "true"], { encoding: "utf8" });
  if (probe.error) return "strace is not installed (apt-get install strace)";
  return probe.status === 0 ? undefined : `strace is not permitted here: ${probe.stderr.trim()}`;
}

/** Traces a process's main thread, which in the site is the one that writes the store and the answers. */
export async function strace(pid: number, ...args: string[]): Promise<{ detach(): Promise<void> }> {
  const child = spawn("strace", ["-p", String(pid), ...args], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (text: Buffer) => {
      if (String(text).includes("attached")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`strace ended with ${code}`)));
  });
  return {
    async detach() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** Asks a process's inspector. */
type Ask = (method: string, params: object) => Promise<unknown>;

/** Starts a site whose memory can be inspected. */
export const inspected = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/** Looks into the memory of a site that was started with `inspected`. @returns also what ends that */
export async function lookInto({ output }: Pick<SiteProcess, "output">): Promise<{
  largest(atLeast: number): Promise<Collection[]>;
  close(): void;
}> {
  const [, address] = /Debugger listening on (ws:\S+)/.exec(output())!;
  const socket = new WebSocket(address!);
  await new Promise((open) => socket.addEventListener("open", open));
  const waiting: ((answer: unknown) => void)[] = [];
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: unknown };
    if (id !== undefined) waiting[id]!(result);
  });
  const ask: Ask = (method, params) =>
    new Promise((answered) => {
      const id = waiting.push(answered) - 1;
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    largest: (atLeast) => largestCollections(ask, atLeast),
    close: () => socket.close(),
  };
}

export type Collection = { kind: "Map" | "Set" | "Array"; size: number; first: string };

/**
 * The maps, sets and arrays of a program that hold the most, those of its libraries too.
 * @param atLeast so many entries
 */
async function largestCollections(ask: Ask, atLeast: number): Promise<Collection[]> {
  const found = await Promise.all(
    (["Map", "Set", "Array"] as const).map((kind) => ofKind(ask, kind, atLeast)),
  );
  return found.flat().sort((one, other) => other.size - one.size);
}

async function ofKind(ask: Ask, kind: Collection["kind"], atLeast: number): Promise<Collection[]> {
  const evaluated = (await ask("Runtime.evaluate", { expression: `${kind}.prototype` })) as {
    result: { objectId: string };
  };
  // Unreferenced objects are collected before counting.
  const { objects } = (await ask("Runtime.queryObjects", {
    prototypeObjectId: evaluated.result.objectId,
    objectGroup: "largest",
  })) as { objects: { objectId: string } };
  // The prototype of a class that extends one of these is listed too, and has no size.
  const counting = `function (atLeast) {
    return this.flatMap((each) => {
      if (Object.hasOwn(each, "constructor")) return [];
      const size = Array.isArray(each) ? each.length : each.size;
      if (!(size >= atLeast)) return [];
      const [first] = Array.isArray(each) ? each : each.keys();
      const name = first !== null && typeof first === "object" ? "{" + Object.keys(first) + "}" : String(first);
      return [{ kind: ${JSON.stringify(kind)}, size, first: name.slice(0, 80) }];
    });
  }`;
  const { result } = (await ask("Runtime.callFunctionOn", {
    objectId: objects.objectId,
    functionDeclaration: counting,
    arguments: [{ value: atLeast }],
    returnByValue: true,
  })) as { result: { value: Collection[] } };
  await ask("Runtime.releaseObjectGroup", { objectGroup: "largest" });
  return result.value;
}

type Flood = (url: string, number: number) => Promise<unknown>;

/** A different address for each number, IPv4 and IPv6 alternating, each in another network than the one before. */
function addressOf(number: number): string {
  if (number % 2 === 0) return `2600:${(number >> 8).toString(16)}:${(number & 255).toString(16)}::1`;
  return [11 + (number % 90), (number >> 4) & 255, (number >> 12) & 255, number & 255].join(".");
}

function asked(url: string, number: number, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { "X-Forwarded-For": addressOf(number), ...(init.headers as Record<string, string>) };
  return fetch(url + path, { redirect: "manual", ...init, headers }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});
const json = (body: unknown, headers = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** What strangers can send without end, each time with another word of their own. */
export const distinctFloods: Record<string, Flood> = {
  cookies: (url, n) =>
    asked(url, n, "/survey/c", { headers: { Cookie: `__Host-session=s${n}; session=s${n}` } }),
  "browsers and what they take": (url, n) =>
    asked(url, n, "/survey/c", {
      headers: {
        "User-Agent": `Mozilla/5.0 (X11; Linux x86_64) Firefox/${n}.0`,
        "Accept-Encoding": `gzip;q=0.${n}, br`,
        "Accept-Language": `en-${n}`,
      },
    }),
  "links of advertisements": (url, n) =>
    asked(url, n, `/survey/c?affid=${n}&oid=${n}&sub1=s${n}&flags=f${n}&utm_source=u${n}`),
  "unknown paths": (url, n) => asked(url, n, `/nowhere-${n}/and-${n}`),
  "opt-out forms": (url, n) =>
    asked(url, n, "/do-not-sell-my-information/", form({ email: `flood${n}@example.com`, token: `t${n}` })),
  "wrong sign-ins": (url, n) =>
    asked(url, n, "/console/sign-in", form({ name: `nobody${n}`, password: `p${n}`, code: "000000" })),
  "visits that are not there": (url, n) =>
    asked(url, n, "/api/progress", json({ path: "/survey/c", visit: `v${n}`, entries: [{ back: "a" }] })),
  "bodies that are too large": (url, n) =>
    asked(url, n, "/post-lead", json({ text: "x".repeat(2_000_000) })).catch(() => undefined),
  "reports of a policy": (url, n) =>
    asked(url, n, "/csp-reports", {
      ...json({ "csp-report": { "effective-directive": `d${n}`, "blocked-uri": `https://h${n}.example` } }),
    }),
};
