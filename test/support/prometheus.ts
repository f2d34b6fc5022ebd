import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { freePorts } from "./free-ports.ts";
import { waitFor } from "./wait-for.ts";

/** The values of a series, as a rule one a minute, in Prometheus' own short form: `0+60x120`. */
export type Series = Record<string, string>;

/** Debian's promtool. @throws what it says where it finds something wrong */
export function promtool(...args: string[]): void {
  try {
    execFileSync("promtool", args, { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: string; stdout?: string; stderr?: string };
    if (code === "ENOENT")
      throw new Error("This test needs Debian's promtool: apt-get install -y prometheus");
    throw new Error(`${stdout}${stderr}`);
  }
}

/**
 * Has Prometheus' own engine play the rules over these series.
 * @param at minutes after their beginning
 * @param firing names of the alerts that must fire then; all others must not
 * @throws what it found instead
 */
export function demandFiring(series: Series, at: number, firing: string[], everyMinutes = 1): void {
  const interval = `${everyMinutes}m`;
  const folder = mkdtempSync(join(tmpdir(), "claimpath-rules-"));
  try {
    copyFileSync("docs/alerts.yml", join(folder, "alerts.yml"));
    const test = {
      interval,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: `${at}m`,
          exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    };
    const file = join(folder, "test.yml");
    writeFileSync(
      file,
      stringify({ rule_files: ["alerts.yml"], evaluation_interval: interval, tests: [test] }),
    );
    promtool("test", "rules", file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Prometheus = {
  /** Asks its HTTP interface. @param path under /api/v1/ @returns what it calls data */
  ask<Data>(path: string): Promise<Data>;
  stop(): Promise<void>;
};

/** Starts Debian's Prometheus with the operators' file and rules, looking every second. @param target host and port of a site's metrics */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-prometheus-"));
  copyFileSync("docs/alerts.yml", join(folder, "alerts.yml"));
  const config = parse(readFileSync("docs/production/prometheus.yml", "utf8"));
  config.global = { scrape_interval: "1s", evaluation_interval: "1s" };
  config.scrape_configs[0].static_configs[0].targets = [target];
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, stringify(config));
  promtool("check", "config", file);
  const [port] = await freePorts(1);
  const child = spawn(
    "prometheus",
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
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
