import { describe, expect, test } from "vitest";
import { type OwnPost, ownPost } from "../../../services/own-posts/destination.ts";
import { faults } from "../../stubs/faults.ts";
import { startOwnPosts } from "../../stubs/own-contracts.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startOwnPosts());
const post = (more: Partial<OwnPost> = {}) =>
  ownPost(callJson, {
    name: "distribution",
    url: `${stub.origin}/in`,
    encoding: "json",
    firstRetryMs: 10,
    timeoutMs: 300,
    ...more,
  });
const message = { id: "01a", payload: { first_name: "Zoë", ids: [1, 2], bad_words: "yes" }, attempt: 1 };

describe("a post of our own contract", () => {
  test("sends the record as JSON; any 2xx is arrival", async () => {
    expect(await post().deliver(message)).toMatchObject({ outcome: "accepted" });
    const { type, body } = stub.requests.at(-1)!;
    expect(type).toBe("application/json");
    expect(JSON.parse(body)).toEqual(message.payload);
  });

  test("sends it as a form where that is wanted, with lists as JSON", async () => {
    await post({ name: "bad-words", encoding: "form" }).deliver(message);
    const { type, body } = stub.requests.at(-1)!;
    expect(type).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      first_name: "Zoë",
      ids: "[1,2]",
      bad_words: "yes",
    });
  });

  // Its answer is not read: what counts is the status, so a strange body is arrival too.
  test.each(faults.filter((fault) => !["ok", "garbage", "html"].includes(fault)))(
    "%s has not arrived",
    async (fault) => {
      stub.fault = fault;
      await expect(post().deliver(message)).rejects.toMatchObject({ name: "ProviderFailure" });
      stub.fault = "ok";
    },
  );

  test("is not configured without an address, and sends nothing then", async () => {
    const unset = post({ url: undefined });
    expect(unset.configured).toBe(false);
    const before = stub.requests.length;
    await expect(unset.deliver(message)).rejects.toMatchObject({ kind: "refused" });
    expect(stub.requests).toHaveLength(before);
  });
});
