import { expect, test } from "vitest";
import { startLeadProsper } from "../../stubs/lead-prosper.ts";
import { stubbed } from "./stubbed.ts";

let chance = 0.5;
const { stub } = await stubbed(startLeadProsper({ random: () => chance }));
const post = (path: string, body: object = {}) =>
  fetch(stub.origin + path, { method: "POST", body: JSON.stringify(body) });

test("other processes can steer the stub buyer and see what it received", async () => {
  await post("/direct_post", { message_id: "m1", state: "NY" });
  await post("/verdict/reject");
  expect(await (await post("/direct_post", { message_id: "m2" })).json()).toMatchObject({ status: "ERROR" });
  expect(await (await post("/direct_post", { message_id: "m1" })).json()).toMatchObject({
    status: "DUPLICATED",
  });
  expect(await (await fetch(`${stub.origin}/received`)).json()).toMatchObject({
    distinct: 2,
    total: 3,
    leads: [{ id: "m1", times: 2, fields: { state: "NY" } }, { id: "m2" }],
  });
});

test("it fails as often as it is asked to, in four ways; only the cut line has the message", async () => {
  await post("/failure-rate/0.4");
  expect((await post("/direct_post", { message_id: "m3" })).status).toBe(200);
  const failing = async (share: number) => {
    chance = share;
    const ended = post("/direct_post", { message_id: `m-${share}` }).then(async (answer) => {
      await answer.text();
      return answer.status;
    });
    return [await ended.catch(() => "no answer"), stub.received.has(`m-${share}`)];
  };
  expect(await failing(0.05)).toEqual(["no answer", false]);
  expect(await failing(0.15)).toEqual(["no answer", true]);
  expect(await failing(0.25)).toEqual([429, false]);
  expect(await failing(0.35)).toEqual([503, false]);
  await post("/failure-rate/0");
});

test("a fault set from outside lasts until it is taken back", async () => {
  await post("/fault/5xx");
  expect((await post("/direct_post", { message_id: "m5" })).status).toBe(503);
  expect((await fetch(`${stub.origin}/received`)).status).toBe(200);
  await post("/fault/ok");
  expect((await post("/direct_post", { message_id: "m5" })).status).toBe(200);
});
