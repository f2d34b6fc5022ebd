import { startSite } from "../../test/support/site.ts";
import { type BareSite, startBareSite } from "./bare-site.ts";
import { cpuMsOf } from "./cpu-time.ts";
import { atMost, interleaved, measured, wantedRatio } from "./figure.ts";
import { type Load, repeat, visitors } from "./load.ts";
import { arrival } from "./phone.ts";
import { type Report, report } from "./report.ts";

const rounds = 3;
const burstMs = 3_000;
const warmUpMs = 2_000;

/** Server-rendered first questions per second, against the same bytes out of memory. */
export async function firstView(): Promise<Report> {
  await using site = await startSite({ LOG: "off", stubs: false });
  const html = await (await fetch(site.url + arrival)).text();
  await using bare = await startBareSite({ [arrival]: html });
  const subject =
    ({ url, pid }: Pick<BareSite, "url" | "pid">, path: string, headers = {}) =>
    async () => {
      const before = cpuMsOf(pid());
      const load = await repeat(url, path, burstMs, headers);
      return { ...load, cpuUs: ((cpuMsOf(pid()) - before) * 1000) / load.count };
    };
  const packed = { "Accept-Encoding": "gzip, deflate, br" };
  await repeat(site.url, arrival, warmUpMs);
  const found = await interleaved<string, Load & { cpuUs: number }>(rounds, {
    bare: subject(bare, arrival),
    site: subject(site, arrival),
    "site, gzip": subject(site, arrival, packed),
    healthz: subject(site, "/healthz"),
  });
  const of = (name: string, what: keyof Load | "cpuUs") => found[name]!.map((load) => load[what]);
  const reference = measured("bare node:http, same bytes", "answers/s", of("bare", "perSecond"));
  const bareCpu = measured("bare: processor time", "us", of("bare", "cpuUs"));
  const first = measured("survey's first question", "answers/s", of("site", "perSecond"), reference);
  return report(
    "first-view",
    `Answers per second with ${visitors} keep-alive connections; every request is a new visitor without a cookie.`,
    [
      reference,
      bareCpu,
      wantedRatio(">=", 0.4, first),
      measured("survey: processor time", "us", of("site", "cpuUs"), bareCpu),
      atMost(10, measured("survey: p99", "ms", of("site", "p99"))),
      measured("compressed, as browsers ask", "answers/s", of("site, gzip", "perSecond"), reference),
      measured("compressed: processor time", "us", of("site, gzip", "cpuUs"), bareCpu),
      measured("/healthz, our server without Remix", "answers/s", of("healthz", "perSecond"), reference),
      measured("/healthz: processor time", "us", of("healthz", "cpuUs"), bareCpu),
    ],
  );
}
