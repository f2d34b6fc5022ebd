import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { during, siteForTests } from "../support/during.ts";
import { adminOf } from "../support/site.ts";
import { JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

/** The values of a series, as a rule one a minute, in Prometheus' own short form: `0+60x120`. */
type Series = Record<string, string>;

const { groups } = parse(readFileSync("docs/alerts.yml", "utf8")) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

const requests = "claimpath_request_duration_seconds";
const calls = 'claimpath_provider_duration_seconds_count{provider="zip-lookup",outcome=';
const posted = 'claimpath_answers_total{variant="c",outcome="moved"}';
const leads = 'claimpath_leads_total{variant="c",qualified="yes"}';
const started = 'process_start_time_seconds{instance="a"}';
const bytes = 'claimpath_store_bytes{instance="a"}';

/** A site on an ordinary day, minute by minute for two hours: visitors, a slow question now and then, a failed call. */
const calm: Series = {
  'claimpath_store_ready{instance="a"}': "1x120",
  'claimpath_store_lost_leads{instance="a"}': "0x120",
  claimpath_backup_timestamp_seconds: "0x120",
  claimpath_archive_timestamp_seconds: "0+60x120",
  claimpath_drill_timestamp_seconds: "0x120",
  claimpath_consents_unsealed_seconds: "2x120",
  [bytes]: "1000000000+100000x120",
  'claimpath_witness_failures_total{witness="url"}': "0x60 1x60",
  claimpath_store_unavailable_total: "0x60 3x60",
  [`${requests}_count{route="survey c",status="200"}`]: "0+600x120",
  [`${requests}_bucket{route="survey c",le="2.5"}`]: "0+590x120",
  [`${requests}_bucket{route="survey c",le="5"}`]: "0+600x120",
  [`${requests}_bucket{route="survey c",le="+Inf"}`]: "0+600x120",
  'claimpath_deliveries_unrecorded_total{destination="north"}': "0x120",
  'claimpath_sales_behind_seconds{step="books"}': "20x120",
  'claimpath_outbox_oldest_seconds{destination="north"}': "900x120",
  'claimpath_outbox_messages{destination="north",status="waiting"}': "20x120",
  'claimpath_outbox_messages{destination="north",status="parked"}': "0x120",
  'claimpath_outbox_messages{destination="north",status="held"}': "0x120",
  'claimpath_pause_seconds{destination="north"}': "600x120",
  'claimpath_opt_outs_total{outcome="listed"}': "0x60 3x60",
  'claimpath_opt_outs_total{outcome="refused"}': "0x120",
  claimpath_console_voids_total: "0x120",
  claimpath_price_falls_total: "0x120",
  claimpath_wrong_tokens_total: "0x60 5x60",
  'claimpath_budget_refusals_total{what="look-ups",share="network"}': "0+5x120",
  'claimpath_budget_refusals_total{what="look-ups",share="all"}': "0x120",
  [`${calls}"answered"}`]: "0+60x120",
  [`${calls}"timeout"}`]: "0+3x120",
  [posted]: "0+60x120",
  [leads]: "0+1x120",
  claimpath_flooded: "0x120",
  'claimpath_posts_refused_total{route="/post-lead"}': "0+1x120",
  'claimpath_requests_refused_total{kind="page"}': "0+1x120",
  claimpath_requests_waiting: "3x120",
  'claimpath_proofs_of_work_total{outcome="asked"}': "0+60x120",
  'claimpath_proofs_of_work_total{outcome="forged"}': "0+1x120",
  // A deploy in between.
  [started]: "0x60 3600x60",
  'claimpath_csp_reports_total{directive="img-src"}': "0+2x120",
  claimpath_page_failures_total: "0+1x120",
};

/** What is different on a day on which the alert has to fire, and which others fire with it. */
const bad: Record<string, [changed: Series, more?: string[]][]> = {
  ClaimpathStoreNotReady: [[{ 'claimpath_store_ready{instance="a"}': "1x110 0x10" }]],
  ClaimpathStoreWentBack: [[{ 'claimpath_store_lost_leads{instance="a"}': "0x119 1" }]],
  // Seconds before the series begin, at the epoch: 36 hours less the two that have passed, and a minute.
  ClaimpathBackupOld: [[{ claimpath_backup_timestamp_seconds: "-122460x120" }]],
  ClaimpathArchiveLate: [[{ claimpath_archive_timestamp_seconds: "0+60x104 6240x16" }]],
  ClaimpathDrillOld: [[{ claimpath_drill_timestamp_seconds: "-684060x120" }]],
  ClaimpathSilent: [[{ 'claimpath_store_ready{instance="a"}': "1x100 stale" }]],
  ClaimpathConsentsUnsealed: [[{ claimpath_consents_unsealed_seconds: "2x119 61" }]],
  ClaimpathStoreGrows: [[{ [bytes]: "1000000000+100000x60 1006000000+4000000x60" }]],
  ClaimpathWitnessFails: [[{ 'claimpath_witness_failures_total{witness="url"}': "0x110 1+1x10" }]],
  ClaimpathVisitorsRefused: [[{ claimpath_store_unavailable_total: "0x105 8+8x15" }]],
  ClaimpathErrors: [[{ [`${requests}_count{route="survey c",status="500"}`]: "0+1x120" }]],
  ClaimpathSlow: [[{ [`${requests}_bucket{route="survey c",le="2.5"}`]: "0+560x120" }]],
  ClaimpathDeliveryUnrecorded: [
    [{ 'claimpath_deliveries_unrecorded_total{destination="north"}': "0x118 1x2" }],
  ],
  ClaimpathSalesBehind: [[{ 'claimpath_sales_behind_seconds{step="books"}': "20x116 61+60x4" }]],
  ClaimpathLeadsWait: [[{ 'claimpath_outbox_oldest_seconds{destination="north"}': "900x100 3601+60x20" }]],
  ClaimpathLeadsParked: [[{ 'claimpath_outbox_messages{destination="north",status="parked"}': "0x119 1" }]],
  ClaimpathTokenGuessed: [[{ claimpath_wrong_tokens_total: "0x100 4+4x20" }]],
  ClaimpathBudgetUsedUp: [
    [{ 'claimpath_budget_refusals_total{what="look-ups",share="all"}': "0x118 1x2" }],
    [{ 'claimpath_budget_refusals_total{what="texts",share="unknown"}': "0x118 1x2" }],
  ],
  ClaimpathLeadsHeld: [[{ 'claimpath_outbox_messages{destination="north",status="held"}': "0x50 1x70" }]],
  ClaimpathPausedLong: [[{ 'claimpath_pause_seconds{destination="north"}': "0+60x120" }]],
  ClaimpathPriceFell: [[{ claimpath_price_falls_total: "0x118 1x2" }]],
  ClaimpathSignInVoided: [[{ claimpath_console_voids_total: "0x118 1x2" }]],
  ClaimpathOptOutsFlood: [[{ 'claimpath_opt_outs_total{outcome="refused"}': "0+2x120" }]],
  ClaimpathProviderFails: [[{ [`${calls}"timeout"}`]: "0+20x120" }]],
  ClaimpathNoLeads: [[{ [leads]: "50x120" }]],
  ClaimpathFlood: [[{ claimpath_flooded: "0x110 1x10" }]],
  ClaimpathPostsRefused: [[{ 'claimpath_posts_refused_total{route="/post-lead"}': "0+70x120" }]],
  ClaimpathOverloaded: [
    [{ 'claimpath_requests_refused_total{kind="page"}': "0+8x120" }],
    [{ claimpath_requests_waiting: "101x120" }],
  ],
  ClaimpathProofsRefused: [[{ 'claimpath_proofs_of_work_total{outcome="forged"}': "0+8x120" }]],
  ClaimpathStartsAgainAndAgain: [[{ [started]: "0x110 60+60x10" }]],
  ClaimpathPagesFail: [[{ claimpath_page_failures_total: "0+12x120" }]],
  ClaimpathPolicyViolated: [[{ 'claimpath_csp_reports_total{directive="img-src"}': "0+70x120" }]],
};

/** Debian's promtool. @throws what it says where it finds something wrong */
function promtool(...args: string[]): void {
  try {
    execFileSync("promtool", args, { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: string; stdout?: string; stderr?: string };
    if (code === "ENOENT")
      throw new Error("This test needs Debian's promtool: apt-get install -y prometheus");
    throw new Error(`${stdout}${stderr}`);
  }
}

/** Minutes of series, and the names of the alerts that must fire at their end; all others must not. */
type Day = { series: Series; minutes: number; firing: string[] };

/** Has Prometheus' own engine play the rules over these days. @throws what it found instead */
function demandFiring(days: readonly Day[], everyMinutes = 1): void {
  const interval = `${everyMinutes}m`;
  const folder = mkdtempSync(join(tmpdir(), "claimpath-rules-"));
  try {
    copyFileSync("docs/alerts.yml", join(folder, "alerts.yml"));
    const tests = days.map(({ series, minutes, firing }) => ({
      interval,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: `${minutes}m`,
          exp_samples: firing.toSorted().map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    }));
    const file = join(folder, "test.yml");
    writeFileSync(file, stringify({ rule_files: ["alerts.yml"], evaluation_interval: interval, tests }));
    promtool("test", "rules", file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("in Prometheus' own engine", () => {
  it("the rules are rules, and each alert is tried", () => {
    promtool("check", "rules", "docs/alerts.yml");
    expect(Object.keys(bad).sort()).toEqual([...alerts].sort());
  });

  it("no alert fires on an ordinary day, and each one alone on its own bad day", () => {
    const days = Object.entries(bad).flatMap(([name, each]) =>
      each.map(([changed, more = []]) => ({
        series: { ...calm, ...changed },
        minutes: 120,
        firing: [name, ...more],
      })),
    );
    demandFiring([{ series: calm, minutes: 120, firing: [] }, ...days]);
  });

  it("no alert fires for a store that grows as fast as it did all week", () => {
    const series = { [Object.keys(calm)[0]!]: "1x336", [bytes]: "1000000000+120000000x336" };
    demandFiring([{ series, minutes: 7 * 24 * 60, firing: [] }], 30);
  });
});

type Prometheus = {
  /** Asks its HTTP interface. @param path under /api/v1/ @returns what it calls data */
  ask<Data>(path: string): Promise<Data>;
  stop(): Promise<void>;
};

/** Starts Debian's Prometheus with the operators' file and rules, looking every second. @param target host and port of a site's metrics */
async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-prometheus-"));
  copyFileSync("docs/alerts.yml", join(folder, "alerts.yml"));
  const config = parse(readFileSync("docs/production/prometheus.yml", "utf8"));
  config.global = { scrape_interval: "1s", evaluation_interval: "1s" };
  config.scrape_configs[0].static_configs[0].targets = [target];
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, stringify(config));
  promtool("check", "config", file);
  const child = spawn(
    "prometheus",
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      "--web.listen-address=127.0.0.1:0",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const portOf = () => /"Listening on" address=127\.0\.0\.1:(\d+)/.exec(said)?.[1];
  await waitFor("Prometheus' port", () => portOf() !== undefined);
  const port = portOf();
  const fetched = (path: string) => fetch(`http://127.0.0.1:${port}/${path}`);
  await waitFor("Prometheus", () =>
    fetched("-/ready").then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    async ask(path) {
      const { status, data, error } = await (await fetched(`api/v1/${path}`)).json();
      if (status !== "success") throw new Error(`${path}: ${error}`);
      return data;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

describe("a Prometheus that reads a site", () => {
  const site = siteForTests({ ADMIN_PORT: "0", "delivery.max-attempts": "1" });
  const prometheus = during(() => startPrometheus(new URL(adminOf(site)).host));

  it("answers every query of the dashboard", async () => {
    const { panels } = JSON.parse(readFileSync("docs/dashboard.json", "utf8")) as {
      panels: { targets: { expr: string }[] }[];
    };
    for (const { expr } of panels.flatMap(({ targets }) => targets))
      await prometheus.ask(`query?query=${encodeURIComponent(expr)}`);
  });

  it("evaluates every rule, and fires when a buyer refuses a lead for good", async () => {
    site.stubs.leadProsper.fault = "5xx";
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.finish();
    type Rule = { name: string; health: string; state: string };
    const rules = async () =>
      (await prometheus.ask<{ groups: { rules: Rule[] }[] }>("rules")).groups.flatMap(({ rules }) => rules);
    await waitFor("the alert", async () =>
      (await rules()).some(({ name, state }) => name === "ClaimpathLeadsParked" && state === "firing"),
    );
    expect((await rules()).filter(({ health }) => health !== "ok")).toEqual([]);
  });
});
