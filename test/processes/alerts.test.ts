import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { JsonVisitor } from "../support/json-visitor.ts";
import {
  demandFiring,
  type Prometheus,
  promtool,
  type Series,
  startPrometheus,
} from "../support/prometheus.ts";
import { type Site, startSite } from "../support/site.ts";
import { waitFor } from "../support/wait-for.ts";

const { groups } = parse(readFileSync("docs/alerts.yml", "utf8")) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

const requests = "claimpath_request_duration_seconds";
const calls = 'claimpath_provider_duration_seconds_count{provider="zip-lookup",outcome=';
const posted = 'claimpath_answers_total{variant="c",outcome="moved"}';
const leads = 'claimpath_leads_total{variant="c",qualified="yes"}';
const restarts = 'claimpath_worker_restarts_total{instance="a",reason="signal"}';
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
  'claimpath_outbox_oldest_seconds{destination="north"}': "900x120",
  'claimpath_outbox_messages{destination="north",status="waiting"}': "20x120",
  'claimpath_outbox_messages{destination="north",status="parked"}': "0x120",
  'claimpath_outbox_messages{destination="north",status="held"}': "0x120",
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
  [restarts]: "0x120",
  'claimpath_csp_reports_total{directive="img-src"}': "0+2x120",
};

/** What is other on a day on which the alert has to fire, and which fire with it. */
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
  ClaimpathLeadsWait: [[{ 'claimpath_outbox_oldest_seconds{destination="north"}': "900x100 3601+60x20" }]],
  ClaimpathLeadsParked: [[{ 'claimpath_outbox_messages{destination="north",status="parked"}': "0x119 1" }]],
  ClaimpathTokenGuessed: [[{ claimpath_wrong_tokens_total: "0x100 4+4x20" }]],
  ClaimpathBudgetUsedUp: [
    [{ 'claimpath_budget_refusals_total{what="look-ups",share="all"}': "0x118 1x2" }],
    [{ 'claimpath_budget_refusals_total{what="texts",share="unknown"}': "0x118 1x2" }],
  ],
  ClaimpathLeadsHeld: [[{ 'claimpath_outbox_messages{destination="north",status="held"}': "0x50 1x70" }]],
  ClaimpathProviderFails: [[{ [`${calls}"timeout"}`]: "0+20x120" }]],
  ClaimpathNoLeads: [[{ [leads]: "50x120" }]],
  ClaimpathFlood: [[{ claimpath_flooded: "0x110 1x10" }]],
  ClaimpathPostsRefused: [[{ 'claimpath_posts_refused_total{route="/post-lead"}': "0+70x120" }]],
  ClaimpathOverloaded: [
    [{ 'claimpath_requests_refused_total{kind="page"}': "0+8x120" }],
    [{ claimpath_requests_waiting: "101x120" }],
  ],
  ClaimpathProofsRefused: [[{ 'claimpath_proofs_of_work_total{outcome="forged"}': "0+8x120" }]],
  ClaimpathWorkersEnd: [[{ [restarts]: "0x110 1x10" }]],
  ClaimpathWorkersEndAgainAndAgain: [[{ [restarts]: "0x110 1+1x10" }, ["ClaimpathWorkersEnd"]]],
  ClaimpathPolicyViolated: [[{ 'claimpath_csp_reports_total{directive="img-src"}': "0+70x120" }]],
};

describe("in Prometheus' own engine", () => {
  it("the rules are rules, and each alert is tried", () => {
    promtool("check", "rules", "docs/alerts.yml");
    expect(Object.keys(bad).sort()).toEqual([...alerts].sort());
  });

  it("no alert fires on an ordinary day", () => demandFiring(calm, 120, []));

  it("none for a store that grows as fast as it did all week", () => {
    const growing = { [Object.keys(calm)[0]!]: "1x336", [bytes]: "1000000000+120000000x336" };
    demandFiring(growing, 7 * 24 * 60, [], 30);
  });

  describe.each(Object.entries(bad))("%s", (name, days) => {
    it.each(days)("fires, and none else, on %j", (changed, more = []) => {
      demandFiring({ ...calm, ...changed }, 120, [name, ...more].sort());
    });
  });
});

describe("a Prometheus that reads a site", () => {
  let site: Site;
  let prometheus: Prometheus;
  beforeAll(async () => {
    site = await startSite({ ADMIN_PORT: "0", OUTBOX_MAX_ATTEMPTS: "1" });
    await waitFor("the metrics' address", () => /Metrics: http/.test(site.output()));
    prometheus = await startPrometheus(/Metrics: http:\/\/(127\.0\.0\.1:\d+)/.exec(site.output())![1]!);
  });
  afterAll(async () => {
    await prometheus?.stop();
    await site?.close();
  });

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
