import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/source-files.ts";
import { asvsIds } from "./asvs-ids.ts";

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
