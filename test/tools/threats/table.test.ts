import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { threats } from "../../../tools/threats/table.ts";
import { root } from "../../support/source-files.ts";
import { isTitle } from "../../support/titles.ts";

it("has its 36 rows", () => {
  expect(threats.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
});

it("names a proof for every row", () => {
  const unproven = threats.filter(({ proofs }) => proofs.every(([, ...titles]) => titles.length === 0));
  expect(unproven.map(({ number }) => number)).toEqual([]);
});

it("names tests that there are", () => {
  const named = threats.flatMap(({ number, proofs }) =>
    proofs.flatMap(([file, ...titles]) => titles.map((title) => ({ number, file, title }))),
  );
  const missing = named.filter((test) => !existsSync(join(root, test.file)) || !isTitle(test));
  expect(missing).toEqual([]);
});
