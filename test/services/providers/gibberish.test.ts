import { describe, expect, test } from "vitest";
import { embeddedGibberishCheck, liveGibberishCheck } from "../../../services/providers/gibberish.ts";
import type { GibberishCheck } from "../../../services/providers/ports.ts";
import { startGibberish } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startGibberish());
const live = liveGibberishCheck(callJson, `${stub.origin}/judge`);
const embedded = embeddedGibberishCheck();

const checks: [string, GibberishCheck][] = [
  ["embedded", embedded],
  ["live", live],
];

describe.each(checks)("gibberish check, %s", (_, check) => {
  test.each([
    "I was rear ended at a red light on Main Street and my neck hurts.",
    "Me chocaron por detrás en la autopista y me duele la espalda.",
  ])("lets pass: %s", async (text) => expect(await check.judge(text)).toBe(false));

  test.each(["sdfgh kjlkjh wqrtz mnbvc xzlkj hgfds", "1234567890 1234567890 !!"])(
    "catches: %s",
    async (text) => expect(await check.judge(text)).toBe(true),
  );
});

describe("embedded gibberish check", () => {
  test.each([
    "A truck ran the stop sign and hit the passenger side of my car.",
    "hit by uber drivr on i-95 nr Fort Lauderdale, went to ER same day",
    "The other driver was very very very fast and did not stop at all",
    "No no no it was not my fault at all, he ran the light",
    "Estaba parado en el semáforo cuando una camioneta me pegó",
    "BMW vs VW GTI, LMK ASAP",
    "car crash",
    "被追尾了，脖子很疼，去了医院",
  ])("lets pass: %s", async (text) => expect(await embedded.judge(text)).toBe(false));

  test.each([
    "asdfasdf asdfqwer zxcvzxcv",
    "asd qwe zxc asd qwe zxc fgh",
    "lkjhgfdsa poiuytrewq mnbvcxz",
    "test test test test test",
    "blah blah blah blah",
    "dada mama dada mama dada",
    "hello hello hello",
    "...... ?????? !!!!!!",
    "",
  ])("catches: %j", async (text) => expect(await embedded.judge(text)).toBe(true));
});

describe("live gibberish check", () => {
  const judged = (word: unknown) =>
    answered({ body: { is_gibberish: word } }, (...to) => liveGibberishCheck(...to).judge("text"));

  test.each([
    [true, true],
    [false, false],
    ["yes", true],
    ["No", false],
    [" TRUE ", true],
    ["false", false],
  ])("reads %j as %s", holds(476), async (word, expected) => {
    expect(await judged(word)).toBe(expected);
  });

  test.each(["maybe", 1, null])("takes %j as no answer", async (word) => {
    expect(await judged(word)).toMatchObject({ kind: "garbage" });
  });
});
