import { expect, it } from "vitest";
import { track } from "../../../machines/lead/tracking.ts";
import { c } from "../../../machines/variants/c.ts";
import { replay, stepsOf } from "../../../machines/visit/replay.ts";
import { today } from "../../support/lead-facts.ts";

it.each([
  ["389", ["loadSocialPixel"]],
  ["388", []],
  ["38", []],
  ["", []],
])("a visitor of affiliate %j loads %j before any answer", (affid, effects) => {
  const path = "/survey/c";
  const tracking = track({ path, query: { affid }, referer: "" }, {});
  expect(replay(stepsOf(c.machine), { path, tracking, today }, []).effects).toEqual(effects);
});
