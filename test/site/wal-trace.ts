/** What one thread of the site did, in order, as far as it matters to durability. */
export type Step =
  | { kind: "write" }
  | { kind: "sync" }
  /** An answer begins; `acknowledges` when it sends a visitor to the thanks. */
  | { kind: "answer"; acknowledges: boolean };

const write = /^[\d:.]+ (?:pwrite64|write|pwritev)\(\d+<[^>]*-wal>.*= \d+/;
const sync = /^[\d:.]+ (?:fsync|fdatasync)\(\d+<[^>]*-wal>\)\s*= 0/;
const answer = /^[\d:.]+ (?:write|writev|sendto|sendmsg)\(\d+<(?:socket|TCP)[^>]*>.*"HTTP\/1\.1 \d{3}/;

/** Reads the output of `strace -y -tt` for one thread. */
export function readTrace(text: string): Step[] {
  const steps: Step[] = [];
  for (const line of text.split("\n")) {
    if (write.test(line)) steps.push({ kind: "write" });
    else if (sync.test(line)) steps.push({ kind: "sync" });
    else if (answer.test(line))
      steps.push({ kind: "answer", acknowledges: line.includes("/survey-thank-you/") });
  }
  return steps;
}

/**
 * Acknowledgements that came too early: before their own write, or between a write and its sync.
 * @returns how many acknowledgements there are and which of them (from 0) were not durable
 */
export function judge(steps: readonly Step[]): { acknowledged: number; early: number[] } {
  const early: number[] = [];
  let acknowledged = 0;
  let written = false;
  let dirty = false;
  for (const step of steps) {
    if (step.kind === "write") {
      written = true;
      dirty = true;
    } else if (step.kind === "sync") {
      dirty = false;
    } else {
      if (step.acknowledges && (dirty || !written)) early.push(acknowledged);
      if (step.acknowledges) acknowledged += 1;
      written = false;
    }
  }
  return { acknowledged, early };
}
