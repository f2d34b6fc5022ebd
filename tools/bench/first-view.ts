import { startSiteProcess } from "../../test/support/site.ts";
import { startBareSite } from "./bare-site.ts";
import { arrival, type Burst, burst, connections, packed, packedPage, repeat } from "./load.ts";
import { atMost, interleaved, measured, type Report, report, wantedRatio } from "./report.ts";

const rounds = 3;
const warmUpMs = 3_000;
const steadyRate = 2_000;

/** Server-rendered first questions per second, against the same bytes out of memory. */
export async function firstView(): Promise<Report> {
  await using site = await startSiteProcess({ LOG: "off", stubs: false });
  // The process that started it reads its log, as a terminal or a log's daemon would.
  await using logging = await startSiteProcess({ stubs: false });
  await using bare = await startBareSite({ "/packed": await packedPage(site.url, arrival) });
  for (const { url } of [site, logging]) await repeat(url, arrival, warmUpMs, packed);
  const found = await interleaved<string, Burst>(rounds, {
    bare: () => burst(bare, "/packed", packed),
    site: () => burst(site, arrival, packed),
    "with its log": () => burst(logging, arrival, packed),
    steady: () => burst(site, arrival, packed, steadyRate),
  });
  const of = (name: string, what: keyof Burst) => found[name]!.map((one) => one[what]);
  const us = (name: string) => of(name, "cpuMs").map((ms) => ms * 1000);
  const small = measured("bare node:http, same bytes by Brotli", "answers/s", of("bare", "perSecond"));
  const smallCpu = measured("bare: processor time", "us", us("bare"));
  const first = measured("first view, as browsers ask for it", "answers/s", of("site", "perSecond"), small);
  const compressed = measured("first view: processor time", "us", us("site"), smallCpu);
  return report(
    "first-view",
    `Answers per second with ${connections} keep-alive connections; every request is a new visitor without a cookie.`,
    [
      small,
      smallCpu,
      wantedRatio(">=", 0.3, first),
      wantedRatio("<=", 1.4, compressed),
      wantedRatio("<=", 1.05, measured("the same with its log", "us", us("with its log"), compressed)),
      measured(`asked ${steadyRate} times a second: answers`, "answers/s", of("steady", "perSecond")),
      atMost(10, measured("the same: p99", "ms", of("steady", "p99"))),
    ],
  );
}
