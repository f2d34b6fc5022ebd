import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { webhookHeaders } from "../../../services/providers/webhook-signature.ts";
import { ownPost } from "../../../services/providers/webhooks.ts";
import type { OwnPost } from "../../../services/settings/receivers.ts";
import { startOwnPosts } from "../../stubs/own-contracts.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startOwnPosts());
const post = (more: Partial<OwnPost> = {}) =>
  ownPost(callJson, {
    name: "distribution",
    url: `${stub.origin}/in`,
    encoding: "json",
    firstRetryMs: 10,
    secrets: [],
    timeoutMs: 300,
    ...more,
  });
const message = { id: "01a", payload: { first_name: "Zoë", ids: [1, 2], bad_words: "yes" }, attempt: 1 };

describe("a post of our own contract", () => {
  test("is not configured without an address, and sends nothing then", async () => {
    const unset = post({ url: undefined });
    expect(unset.configured).toBe(false);
    const before = stub.requests.length;
    await expect(unset.deliver(message)).rejects.toMatchObject({ kind: "refused" });
    expect(stub.requests).toHaveLength(before);
  });
});

describe("the signature of a post", () => {
  // Two secrets: the receiver is being moved from the old to the new one.
  const secrets = [
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    `whsec_${btoa("a new key of twenty-nine bytes")}`,
  ];
  const sentAt = 1_614_265_330;
  const now = () => sentAt * 1000 + 999;

  /** What a receiver does that knows one secret. */
  function fits(secret: string, { headers, body }: (typeof stub.requests)[number]): boolean {
    const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
    const hmac = createHmac("sha256", Buffer.from(secret.split("_")[1]!, "base64"));
    const mine = `v1,${hmac.update(Buffer.from(signed)).digest("base64")}`;
    return String(headers["webhook-signature"]).split(" ").includes(mine);
  }

  test("is the one that the Standard Webhooks give as their example", () => {
    const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    expect(webhookHeaders(secrets.slice(0, 1), id, '{"test": 2432232314}', sentAt * 1000)).toEqual({
      "webhook-id": id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  test.each(["json", "form"] as const)(
    "covers the bytes of a %s body, with every secret",
    async (encoding) => {
      await post({ encoding, secrets, now }).deliver(message);
      const request = stub.requests.at(-1)!;
      expect(request.headers).toMatchObject({ "webhook-id": "01a", "webhook-timestamp": String(sentAt) });
      expect(secrets.map((secret) => fits(secret, request))).toEqual([true, true]);
      expect(fits(`whsec_${btoa("a key that nobody knows")}`, request)).toBe(false);
      expect(fits(secrets[0]!, { ...request, body: `${request.body} ` })).toBe(false);
      expect(String(request.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    },
  );

  test("is new for a later attempt, under the same id", async () => {
    await post({ secrets, now }).deliver(message);
    await post({ secrets, now: () => (sentAt + 3600) * 1000 }).deliver({ ...message, attempt: 2 });
    const [first, second] = stub.requests.map(({ headers }) => headers);
    expect(second!["webhook-id"]).toBe(first!["webhook-id"]);
    expect(second!["webhook-timestamp"]).toBe(String(sentAt + 3600));
    expect(second!["webhook-signature"]).not.toBe(first!["webhook-signature"]);
  });

  test("is left out without a secret; the id is not", async () => {
    await post().deliver(message);
    const { headers } = stub.requests.at(-1)!;
    expect(headers["webhook-id"]).toBe("01a");
    expect(headers).not.toHaveProperty("webhook-timestamp");
    expect(headers).not.toHaveProperty("webhook-signature");
  });
});
