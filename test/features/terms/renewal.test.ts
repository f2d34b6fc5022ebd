import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { digestOf, watchFile } from "../../../services/features/terms/take-up.ts";
import { type StubRequest, startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { databases } from "../../support/databases.ts";
import { destinationsIn } from "../../support/files.ts";
import { dataKey } from "../../support/sealed.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { lookIn, noLoad, visitAfterVisit } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

/** What the buyers were sent, all of it: a stub itself remembers the newest hundred. */
const received: StubRequest[] = [];
/** Long enough for a renewal to come between a post and its answer. */
const buyers = await startStub(async (request) => {
  received.push(request);
  await setTimeout(400);
  return { body: { ok: "yes" } };
});
afterAll(() => buyers.stop());

describe.each(databases)("receivers that are changed while visitors come, on $name", (database) => {
  it("lose no lead, double none, and refuse no visitor", { timeout: 240_000 }, async () => {
    received.length = 0;
    const buyer = (name: string) =>
      `  ${name}: { kind: json, mode: live, url: "${buyers.origin}/${name}", fields: { Id: id, Email: email }, answer: { accepted: { field: ok, is: "yes" } }, repeats: { hours: 0 }, price: 10 }\n`;
    const { path, remove } = destinationsIn(
      `destinations:\n${buyer("north")}${buyer("south")}order: [north, south]\n`,
    );
    const server = await database.start();
    await using ended = new AsyncDisposableStack();
    ended.defer(() => server.stop());
    ended.defer(remove);
    const people = { databaseUrl: `file:${dirname(path)}/people.db` };
    const site = await startSite({
      stubs: false,
      CLAIMPATH_FILE: path,
      CONSOLE_PEOPLE_FILE: join(dirname(path), "console-people.json"),
      SESSION_SECRETS: "s".repeat(32),
      DATA_KEYS: dataKey,
      DATABASE_URL: await server.freshUrl(),
    });
    ended.defer(() => site.close());
    const cookie = await signedInCookie(site, addPerson(people, "ana", "leads"));
    const headers = { Cookie: cookie };
    const page = "/console/terms/order";
    const renewals = () => site.output().split("renewed").length - 1;

    const load = noLoad();
    ended.defer(() => {
      load.over = true;
    });
    const visitors = [1, 2].map((who) => visitAfterVisit(site.url, who, load));
    for (let change = 1; change <= 4; change++) {
      const seen =
        /name="seen" value="(\w+)"/.exec((await send(site.url, page, { headers })).text)?.[1] ?? "";
      const [first, second] = change % 2 ? ["south", "north"] : ["north", "south"];
      const order = { [`place-${first}`]: "1", [`place-${second}`]: "2" };
      const shown = await send(site.url, page, { headers, form: { intent: "save", seen, ...order } });
      const done = await send(site.url, page, { headers, form: lookIn(shown.text) });
      expect(done.status, shown.text.match(/role="alert"[^>]*>[^<]*/g)?.join(" ")).toBe(303);
      await waitFor("the renewal", () => renewals() >= change);
      const count = load.acknowledged.size;
      await waitFor("further visitors", () => load.acknowledged.size > count);
    }
    load.over = true;
    await Promise.all(visitors);

    expect({ retries: load.retries, unthanked: load.unthanked }).toEqual({ retries: 0, unthanked: 0 });
    type Sent = { Id: string; Email: string };
    const sent = () => received.map(({ body }) => JSON.parse(body) as Sent);
    await waitFor("the last delivery", () => sent().length >= load.acknowledged.size);
    await setTimeout(1_500);
    expect(
      sent()
        .map(({ Email }) => Email)
        .toSorted(),
    ).toEqual([...load.acknowledged].toSorted());
    expect(renewals()).toBe(4);
    expect(new Set(received.map((each) => each.path))).toEqual(new Set(["/north", "/south"]));
  });
});

it("services that are followed leave later changes to those that follow", async () => {
  const { path, remove } = destinationsIn("order: [a]\n");
  let begun = 0;
  const terms = { runsWith: async () => {}, newestFile: async () => digestOf(readFileSync(path, "utf8")) };
  const watch = watchFile({
    store: { terms } as never,
    settings: { file: path, contents: { order: ["a"] }, port: 1 } as never,
    renew: () => {
      begun += 1;
      return new Promise<void>(() => {});
    },
    now: Date.now,
    log: () => {},
    pollMs: 20,
  });
  writeFileSync(path, "order: [b]\n");
  await waitFor("the renewal", () => begun === 1);
  writeFileSync(path, "order: [c]\n");
  await setTimeout(200);
  expect(begun).toBe(1);
  await watch.stop();
  remove();
});
