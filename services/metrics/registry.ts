/** Metrics in Prometheus' text format (version 0.0.4), as far as this site needs it. */

export type Labels = Record<string, string>;
export type Counter<Names extends string> = { add(labels: Record<Names, string>): void };
export type Histogram<Names extends string> = {
  observe(labels: Record<Names, string>, seconds: number): void;
};
/** Values with their labels, read when somebody asks. */
export type Readings = [labels: Labels, value: number][];

export type Registry = {
  /**
   * @param name ends with _total
   * @param from series told as 0 before anything is counted: what appears with its first event has not increased
   */
  counter<Names extends string>(
    name: string,
    help: string,
    from?: readonly Record<Names, string>[],
  ): Counter<Names>;
  /** @param name ends with _seconds */
  histogram<Names extends string>(name: string, help: string): Histogram<Names>;
  /** A reading that fails is left out. */
  gauge(name: string, help: string, together: Together, read: () => Promise<Readings>): void;
  names(): string[];
  /** @param together only metrics that are put together so */
  text(together?: Together): Promise<string>;
};

/**
 * What several processes say together: the sum of what they say (all counters and histograms), the least or the
 * greatest of it, what any of them says because it is the same, or what each says beside its number.
 */
export type Together = "sum" | "min" | "max" | "any" | "each";

/** Upper bounds in seconds, from a page out of memory to a provider's deadline. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createRegistry(): Registry {
  const metrics = new Map<
    string,
    { type: string; together: Together; help: string; lines: () => Promise<string[]> | string[] }
  >();
  return {
    counter(name, help, from = []) {
      const counts = new Map(from.map((labels) => [written(labels), 0]));
      const lines = () => [...counts].map(([labels, count]) => `${name}${braced(labels)} ${count}`);
      metrics.set(name, { type: "counter", together: "sum", help, lines });
      return {
        add(labels) {
          const key = written(labels);
          counts.set(key, (counts.get(key) ?? 0) + 1);
        },
      };
    },
    histogram(name, help) {
      const series = new Map<string, { buckets: number[]; sum: number }>();
      const lines = () =>
        [...series].flatMap(([labels, { buckets, sum }]) => seriesLines(name, labels, buckets, sum));
      metrics.set(name, { type: "histogram", together: "sum", help, lines });
      return {
        observe(labels, seconds) {
          const key = written(labels);
          const found = series.get(key) ?? { buckets: Array(bounds.length + 1).fill(0), sum: 0 };
          const index = bounds.findIndex((bound) => seconds <= bound);
          found.buckets[index < 0 ? bounds.length : index]! += 1;
          found.sum += seconds;
          series.set(key, found);
        },
      };
    },
    gauge(name, help, together, read) {
      const lines = async () => {
        const readings = await read().catch((): Readings => []);
        return readings.map(([labels, value]) => `${name}${braced(written(labels))} ${value}`);
      };
      metrics.set(name, { type: "gauge", together, help, lines });
    },
    names: () => [...metrics.keys()],
    async text(together) {
      const wanted = [...metrics].filter(([, metric]) => !together || metric.together === together);
      const parts = wanted.map(async ([name, { type, help, lines }]) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(await lines())].join("\n"),
      );
      return `${(await Promise.all(parts)).join("\n")}\n`;
    },
  };
}

function seriesLines(name: string, labels: string, buckets: readonly number[], sum: number): string[] {
  let all = 0;
  const lines = buckets.map((count, index) => {
    all += count;
    const le = `le="${bounds[index] ?? "+Inf"}"`;
    return `${name}_bucket${braced(labels ? `${labels},${le}` : le)} ${all}`;
  });
  return [...lines, `${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${all}`];
}

const escapes: Record<string, string> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

function written(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => escapes[character]!)}"`)
    .join(",");
}

function braced(labels: string): string {
  return labels && `{${labels}}`;
}
