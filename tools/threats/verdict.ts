import type { Proof, Threat } from "./threat.ts";

/** A test as vitest reports it: the titles it is in, outermost first, then its own. */
export type Ran = { file: string; path: string[]; status: string };

export type Verdict = {
  number: number;
  /** `not proven`: no test is named. `not run`: a named test is missing, was skipped or never came to its turn. */
  verdict: "holds" | "FAILS" | "not run" | "not proven";
  /** Tests that passed. */
  passed: number;
  /** What keeps the row from holding. */
  reasons: string[];
};

/** Judges a row by the tests that ran. */
export function verdictOn({ number, proofs }: Threat, ran: readonly Ran[]): Verdict {
  const found = proofs.flatMap(([file, ...titles]) =>
    titles.map((title) => ({ title, file, tests: ran.filter((test) => proves([file, title], test)) })),
  );
  const tests = [...new Set(found.flatMap((each) => each.tests))];
  const failed = tests.filter(({ status }) => status === "failed");
  const idle = tests.filter(({ status }) => status !== "failed" && status !== "passed");
  const absent = found.filter((each) => each.tests.length === 0);
  const reasons = [
    ...failed.map(({ file, path }) => `failed: ${file} “${path.join(" › ")}”`),
    ...idle.map(({ file, path, status }) => `${status}: ${file} “${path.join(" › ")}”`),
    ...absent.map(({ file, title }) => `did not run: ${file} “${title}”`),
  ];
  const verdict =
    found.length === 0
      ? "not proven"
      : failed.length > 0
        ? "FAILS"
        : reasons.length > 0
          ? "not run"
          : "holds";
  return { number, verdict, passed: tests.length - failed.length - idle.length, reasons };
}

/** True when this is a test of that title, or is in the describe of that title. */
function proves([file, title = ""]: Proof, test: Ran): boolean {
  if (file !== test.file) return false;
  const named = title.split(" › ").map((part) => new RegExp(`^${asPattern(part)}$`, "s"));
  return test.path.some((_, at) =>
    named.every((pattern, index) => pattern.test(test.path[at + index] ?? "")),
  );
}

/** For vitest's -t, which knows a test by all its titles with spaces between; it may let in a few others. */
export function namePattern(proofs: readonly Proof[]): string {
  const parts = proofs.flatMap(([, ...titles]) =>
    titles.map((title) => title.split(" › ").map(asPattern).join(" ")),
  );
  return [...new Set(parts)].map((part) => `(?:${part})`).join("|");
}

/** A title as it is written, with any text for what is filled in for each case. */
function asPattern(title: string): string {
  return title
    .split(/%[sdifjo]|\$\{[^}]*\}|\$[\w.]+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
}
