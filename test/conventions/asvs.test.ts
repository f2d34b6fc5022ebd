import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/source-files.ts";

/** Requirements of OWASP ASVS 5.0.0 at levels 1 and 2, by chapter. */
const asvsIds: Readonly<Record<number, string>> = {
  1: "1.1 1.2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 4.1 4.2 4.3 5.1 5.2",
  2: "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 4.1",
  3: "2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 5.1 5.2 5.3 5.4 5.5 7.1 7.2",
  4: "1.1 1.2 1.3 2.1 3.1 3.2 4.1 4.2 4.3 4.4",
  5: "1.1 2.1 2.2 2.3 3.1 3.2 4.1 4.2 4.3",
  6: "1.1 1.2 1.3 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 6.1 6.2 6.3 8.1 8.2 8.3 8.4",
  7: "1.1 1.2 1.3 2.1 2.2 2.3 2.4 3.1 3.2 4.1 4.2 4.3 4.4 4.5 5.1 5.2 6.1 6.2",
  8: "1.1 1.2 2.1 2.2 2.3 3.1 4.1",
  9: "1.1 1.2 1.3 2.1 2.2 2.3 2.4",
  10: "1.1 1.2 2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 5.1 5.2 5.3 5.4 5.5 6.1 6.2 7.1 7.2 7.3",
  11: "1.1 1.2 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 6.1",
  12: "1.1 1.2 1.3 2.1 2.2 3.1 3.2 3.3 3.4",
  13: "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 4.1 4.2 4.3 4.4 4.5",
  14: "1.1 1.2 2.1 2.2 2.3 2.4 3.1 3.2 3.3",
  15: "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 3.5 3.6 3.7",
  16: "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3",
  17: "1.1 2.1 2.2 2.3 2.4 3.1 3.2",
};

const ids = Object.entries(asvsIds).flatMap(([chapter, rest]) =>
  rest.split(" ").map((id) => `${chapter}.${id}`),
);
const reasons = /^(?:Not applicable|Exception|By design|Operator): \S/;

/** Rows of the document's tables whose first cell is an id, or with a star all ids that begin so. */
const rows = readFileSync(join(root, "test/specification/asvs.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, id]) => /^\d+\.[\d.]*[\d*]$/.test(id ?? ""))
  .map(([, id, subject, proof]) => ({
    id: id!,
    subject: subject!,
    proof: proof!,
    tests: [...proof!.matchAll(/`((?:test|tools\/lab)\/[^`]+\.test\.tsx?)`/g)].map(([, file]) => file!),
  }));

const covered = (id: string) =>
  id.endsWith("*") ? ids.filter((each) => each.startsWith(id.slice(0, -1))) : [id];

describe("the list of the ASVS", () => {
  it("has every requirement of levels 1 and 2 once, in order", () => {
    expect(ids.length).toBe(253);
    expect(rows.flatMap(({ id }) => covered(id))).toEqual(ids);
  });

  it("has a test or a reason for each", () => {
    const bare = rows.filter(({ proof, tests }) => tests.length === 0 && !reasons.test(proof));
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it("takes several together only where they do not apply", () => {
    const stars = rows.filter(({ id }) => id.endsWith("*"));
    expect(stars.filter(({ proof }) => !proof.startsWith("Not applicable: "))).toEqual([]);
  });

  it("says what each is about in a dozen words at most", () => {
    const long = rows.filter(({ subject }) => subject === "" || subject.split(/\s+/).length > 12);
    expect(long.map(({ id }) => id)).toEqual([]);
  });

  it("names tests that there are", () => {
    const named = rows.flatMap(({ id, tests }) => tests.map((file) => ({ id, file })));
    expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });
});
