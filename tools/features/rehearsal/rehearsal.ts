import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Refusal } from "../../../services/operations/refusal.ts";
import { type Comparison, compare } from "./compare.ts";
import type { Costs, Outcome, Reply } from "./host.ts";
import type { Person } from "./people.ts";

/** A release to rehearse: a folder of the project, built, and its name. */
export type Release = { folder: string; name: string };

/** People that walk one release while the same walk the other: so both have the same of a machine's moods. */
const turn = 25;

/**
 * Has people walk two releases, each in a process and on a store of its own.
 * @param file an owner's claimpath.yaml, whose receivers stubs then answer for
 * @param keep a new file for the store that people leave behind in the release before it ships
 * @param progress told how many have walked both
 */
export async function rehearse(
  people: readonly Person[],
  releases: { before: Release; after: Release },
  {
    file,
    keep,
    progress = () => {},
  }: { file?: string; keep?: string; progress?: (done: number) => void } = {},
): Promise<{ found: Comparison; costs: { before: Costs; after: Costs } }> {
  await using before = await hosted(releases.before, file);
  await using after = await hosted(releases.after, file);
  for (let first = 0; first < people.length; first += turn) {
    const next = people.slice(first, first + turn);
    await Promise.all([before.walk(next), after.walk(next)]);
    progress(first + next.length);
  }
  const [was, is] = [await before.end(), await after.end(keep)];
  // Where nobody gets through either, all would be said to be the same.
  const { name } = releases.before;
  if (people.length > 0 && was.outcomes.every(({ errors }) => errors.length > 0))
    throw new Refusal(
      `${name} cannot be rehearsed: everybody meets an error, such as ${was.outcomes[0]!.errors[0]}.`,
    );
  return { found: compare(was.outcomes, is.outcomes), costs: { before: was.costs, after: is.costs } };
}

/** One release as it is walked: for people who are compared later, or again. */
export async function hosted({ folder, name }: Release, file = "") {
  const host = join(import.meta.dirname, "host.ts");
  const child = fork(host, [folder, file], {
    serialization: "advanced",
    // Not those of the process that rehearses.
    execArgv: [],
    env: environment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let said = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const heard = async () => {
    const gone = new AbortController();
    try {
      const reply = await Promise.race([
        once(child, "message", gone).then(([message]) => message as Reply),
        once(child, "exit", gone).then((): Reply => ({ failed: said })),
      ]);
      if ("failed" in reply) throw new Refusal(`${name} cannot be rehearsed: ${reasonIn(reply.failed)}`);
      return reply;
    } finally {
      gone.abort();
    }
  };
  await heard();
  const outcomes: Outcome[] = [];
  return {
    async walk(people: readonly Person[]): Promise<void> {
      child.send(people as never);
      const reply = (await heard()) as Extract<Reply, { walked: unknown }>;
      outcomes.push(...reply.walked);
    },
    /** @param keep a new file for its store */
    async end(keep?: string): Promise<{ outcomes: Outcome[]; costs: Costs }> {
      child.send({ end: { keep } });
      const { ended, costs } = (await heard()) as Extract<Reply, { ended: unknown }>;
      for (const { number, ...rest } of ended)
        Object.assign(outcomes[outcomes.findIndex((each) => each.number === number)]!, rest);
      return { outcomes, costs };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (isRunning(child)) {
        child.kill();
        await once(child, "exit");
      }
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Nothing of the owner's environment: no address, no secret. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...(TMPDIR && { TMPDIR }), NODE_ENV: "production" };
}

/** The sentence in what a process printed of its failure. */
function reasonIn(text: string): string {
  const line =
    text.split("\n").find((each) => /^\w*(?:Error|BadSetting)\b.*: /.test(each)) ??
    text.trim().split("\n").at(-1) ??
    "";
  return line.replace(/^\w+: /, "").slice(0, 300) || "its process ended.";
}
