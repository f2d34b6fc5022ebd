import { expect, test } from "vitest";
import { liveCompensation } from "../../../services/providers/compensation/live.ts";
import { holds } from "../../support/holds.ts";
import { answered } from "./stubbed.ts";

test.each([
  ["7", { level: 7 }],
  [0, { kind: "garbage" }],
  [8, { kind: "garbage" }],
  [2.5, { kind: "garbage" }],
  [null, { kind: "garbage" }],
])("a live estimate with the level %j means %j", holds(493), async (compLevel, expected) => {
  const said = await answered({ body: { compLevel } }, (...to) => liveCompensation(...to).estimate({}));
  expect(said).toMatchObject(expected);
});
