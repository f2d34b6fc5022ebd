import { expect, test } from "vitest";
import { heatOf } from "../../../../app/graphs/tables/table.ts";

test("cells are shaded by rank, equal ones alike, and what is not known not at all", () => {
  expect(heatOf([10, 20, 30, 40, 50])).toEqual([1, 2, 3, 4, 5]);
  expect(heatOf([3, null, 900, 3, 4])).toEqual([1, undefined, 4, 1, 2]);
});

test("two different values are no scale", () => {
  expect(heatOf([1, 2, 2, null])).toEqual([undefined, undefined, undefined, undefined]);
});
