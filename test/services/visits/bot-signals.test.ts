import { expect, it } from "vitest";
import { botSuspicions } from "../../../services/visits/bot-signals.ts";

it.each([
  [{ tookMs: 65_000, trapFilled: false }, []],
  [{ tookMs: null, trapFilled: false }, []],
  [{ tookMs: 8_000, trapFilled: false }, []],
  [{ tookMs: 7_999, trapFilled: false }, ["done in 8.0 s"]],
  [{ tookMs: 65_000, trapFilled: true }, ["the hidden field was filled in"]],
  [{ tookMs: 120, trapFilled: true }, ["the hidden field was filled in", "done in 0.1 s"]],
])("%j: %j", (signs, odd) => expect(botSuspicions(signs, "survey")).toEqual(odd));

it("a short form takes less time", () => {
  expect(botSuspicions({ tookMs: 4_000, trapFilled: false }, "contact")).toEqual([]);
  expect(botSuspicions({ tookMs: 2_999, trapFilled: false }, "contact")).toEqual(["done in 3.0 s"]);
  expect(botSuspicions({ tookMs: 1_500, trapFilled: false }, "do-not-sell")).toEqual([]);
  expect(botSuspicions({ tookMs: 1_499, trapFilled: false }, "do-not-sell")).toEqual(["done in 1.5 s"]);
});
