import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { startStub } from "../stubs/stub-server.ts";
import { plantHours, usualHour } from "../support/alarm-hours.ts";
import { destinationsIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";
import { startSiteProcess } from "../support/site.ts";
import { waitFor } from "../support/wait-for.ts";

const stub = await startStub(() => ({ body: {} }));
const gone = await startStub(() => ({ status: 503, body: {} }));
const secret = `whsec_${btoa("a".repeat(32))}`;
const file = destinationsIn(
  `destinations:\n  ops: { kind: webhook, url: "${stub.origin}/alarms", secrets: "\${OPS_SECRET}", takes: alarms }\n` +
    `  gone: { kind: webhook, url: "${gone.origin}/alarms", secrets: "\${OPS_SECRET}", takes: alarms }\n`,
);
afterAll(async () => {
  await Promise.all([stub.stop(), gone.stop()]);
  file.remove();
});

it("an outage is announced once, whatever ends the process, and so is its end", holds("T135"), async () => {
  const store = join(file.folder, "claimpath.db");
  const env = {
    ...withCharts,
    DATABASE_URL: `file:${store}`,
    DESTINATIONS_FILE: file.path,
    OPS_SECRET: secret,
  };
  await (await openStore({ url: env.DATABASE_URL, now: Date.now, log: silentLog })).close();
  // Later than any hour that is counted while the test runs.
  const last = Math.floor(Date.now() / 3_600_000) + 2;
  plantHours(store, last, { ...usualHour(last), "source:c/7": [0, 0] });
  await using site = await startSiteProcess(env);
  await waitFor("the message", () => site.output().includes('"event":"alarm.sent"'));
  const page = await send(site.url, "/graphs/alarms", {
    headers: { Authorization: `Bearer ${chartsToken}` },
  });
  expect(page.text).toContain("Open (<!-- -->1<!-- -->)");
  expect(page.text).toContain("Fewer leads from affiliate 7 on survey c");
  expect(page.text).toContain("not accepted by gone");
  expect(page.text).toMatch(/\/graphs\/c\/numbers\?from=[\d-]+&amp;to=[\d-]+&amp;affiliate=7/);

  await site.stop("SIGKILL");
  plantHours(store, last);
  await site.restart();
  await waitFor("the end", () => site.output().split('"event":"alarm.sent"').length === 3);
  const said = stub.requests.map(({ body, headers }) => ({ ...JSON.parse(body), id: headers["webhook-id"] }));
  expect(said).toEqual([
    {
      type: "alarm.began",
      version: 1,
      timestamp: expect.any(String),
      id: expect.stringMatching(/\.began\.ops$/),
      data: {
        subject: "Fewer leads from affiliate 7 on survey c",
        text: expect.stringMatching(
          /^Fewer leads from affiliate 7 on survey c: \d+ in .*, usually \d+ \([\d.]+ to \d+\)\.\nhttp:\/\/localhost:\d+\/graphs\/alarms$/,
        ),
      },
    },
    expect.objectContaining({
      type: "alarm.ended",
      id: expect.stringMatching(/\.ended\.ops$/),
      data: {
        subject: "Back to normal: affiliate 7 on survey c",
        text: expect.stringContaining("It began "),
      },
    }),
  ]);
  expect(said[1].id.split(".")[0]).toBe(said[0].id.split(".")[0]);
});
