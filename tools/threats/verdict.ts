import type { TaggedTest } from "../../test/support/tagged-tests.ts";

/** A test as vitest reports it: the titles it is in, outermost first, then its own. */
export type Ran = { file: string; path: string[]; status: string; tags: string[] };

export type Verdict = {
  /** `not proven`: no test carries the number. `not run`: one that does was skipped or never came to its turn. */
  verdict: "holds" | "FAILS" | "not run" | "not proven";
  /** Tests that passed. */
  passed: number;
  /** What keeps the row from holding. */
  reasons: string[];
};

/** Judges a threat by the tests that ran, beside those that carry its number in the sources. */
export function verdictOn(number: string, proofs: readonly TaggedTest[], ran: readonly Ran[]): Verdict {
  const tests = ran.filter(({ tags }) => tags.includes(number));
  const others = tests.filter(({ status }) => status !== "passed");
  const absent = proofs.filter(({ file, title }) => {
    const named = asPattern(title);
    return !tests.some((test) => test.file === file && test.path.some((part) => named.test(part)));
  });
  const reasons = [
    ...others.map(({ file, path, status }) => `${status}: ${file} “${path.join(" › ")}”`),
    ...absent.map(({ file, title }) => `did not run: ${file} “${title}”`),
  ];
  const judged = reasons.length > 0 ? "not run" : "holds";
  const failed = others.some(({ status }) => status === "failed");
  const verdict = proofs.length === 0 ? "not proven" : failed ? "FAILS" : judged;
  return { verdict, passed: tests.length - others.length, reasons };
}

/** A title as it is written, with any text for what is filled in for each case. */
function asPattern(title: string): RegExp {
  const parts = title.split(/%[sdifjo]|\$\{[^}]*\}|\$[\w.]+/);
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "s");
}
