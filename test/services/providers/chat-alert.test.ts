import { describe, expect, onTestFinished, test, vi } from "vitest";
import { calm, slackAlert } from "../../../services/providers/chat-alert.ts";
import { createCallJson } from "../../../services/providers/http.ts";
import type { BlockedEmail } from "../../../services/providers/ports.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { holds } from "../../support/holds.ts";

const about = { survey: "c", path: "/survey/c", affid: "7", email: "p***@mailinator.com" };

/** A chat that answers with these statuses, one after the other. */
async function chat(...statuses: number[]) {
  const left = [...statuses];
  const stub = await startStub(() => ({
    status: left.shift() ?? 200,
    body: "ok",
    headers: { "Content-Type": "text/plain" },
  }));
  const alert = slackAlert(createCallJson([stub.origin]), stub.origin, { waits: [1, 1] });
  const send = (more = {}) => alert.send({ ...about, ...more }).finally(() => stub.stop());
  return { send, texts: () => stub.requests.map(({ body }) => JSON.parse(body).text as string) };
}

describe("the chat alert", () => {
  test("says where the address was given, and not whose it is", async () => {
    const { send, texts } = await chat(200);
    await send();
    expect(texts()).toEqual([
      "Blocked e-mail address: p***@mailinator.com was bad twice in one session. Survey c (/survey/c), affiliate 7.",
    ]);
  });

  test("is no markup of the chat's", async () => {
    const { send, texts } = await chat(200);
    await send({ email: "<***@!channel>&.test", affid: "" });
    expect(texts()[0]).toContain("&lt;***@!channel&gt;&amp;.test");
    expect(texts()[0]).toContain("no affiliate");
  });

  test.each([[429, 503, 200], [500, 200], [200]])(
    "is sent until the chat takes it: %j",
    async (...statuses) => {
      const { send, texts } = await chat(...statuses);
      await send();
      expect(texts()).toHaveLength(statuses.length);
    },
  );

  test("is given up after a few tries, and at once where another try would not help", async () => {
    const full = await chat(429, 429, 429, 429);
    await expect(full.send()).rejects.toMatchObject({ status: 429 });
    expect(full.texts()).toHaveLength(3);
    const gone = await chat(404);
    await expect(gone.send()).rejects.toMatchObject({ status: 404 });
    expect(gone.texts()).toHaveLength(1);
  });
});

test(
  "many blocked addresses are one alert, and one with the number of the others",
  holds("T51"),
  async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const sent: BlockedEmail[] = [];
    const alert = calm(
      { send: async (each) => void sent.push(each) },
      { quietMs: 60_000, now: Date.now, onFailure: () => expect.unreachable() },
    );
    for (let nth = 1; nth <= 9; nth++) await alert.send({ ...about, affid: String(nth) });
    expect(sent).toEqual([{ ...about, affid: "1" }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.slice(1)).toEqual([{ ...about, affid: "9", others: 7 }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(2);
    const { send, texts } = await chat(200);
    await send(sent[1]);
    expect(texts()[0]).toContain("So were 7 more since");
  },
);
