/** Metrics in Prometheus' text format (version 0.0.4), as far as this site needs it. */

export type Labels = Record<string, string>;
export type Counter<Names extends string> = { add(labels: Record<Names, string>): void };
export type Histogram<Names extends string> = {
  observe(labels: Record<Names, string>, seconds: number): void;
};
/** Values with their labels, read when somebody asks. */
export type Readings = [labels: Labels, value: number][];

export type Registry = {
  /** @param name ends with _total */
  counter<Names extends string>(name: string, help: string): Counter<Names>;
  /** @param name ends with _seconds */
  histogram<Names extends string>(name: string, help: string): Histogram<Names>;
  /** A reading that fails is left out. */
  gauge(name: string, help: string, read: () => Promise<Readings>): void;
  names(): string[];
  /** @param part without it all */
  text(part?: Part): Promise<string>;
};

/**
 * Of several processes: what each counted, what is read and is the same for all (the site's own, by their names), and
 * what is read of each process.
 */
export type Part = "counted" | "shared" | "own";

/** Upper bounds in seconds, from a page out of memory to a provider's deadline. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createRegistry(): Registry {
  const metrics = new Map<
    string,
    { type: string; help: string; lines: () => Promise<string[]> | string[] }
  >();
  return {
    counter(name, help) {
      const counts = new Map<string, number>();
      const lines = () => [...counts].map(([labels, count]) => `${name}${braced(labels)} ${count}`);
      metrics.set(name, { type: "counter", help, lines });
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
      metrics.set(name, { type: "histogram", help, lines });
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
    gauge(name, help, read) {
      const lines = async () => {
        const readings = await read().catch((): Readings => []);
        return readings.map(([labels, value]) => `${name}${braced(written(labels))} ${value}`);
      };
      metrics.set(name, { type: "gauge", help, lines });
    },
    names: () => [...metrics.keys()],
    async text(part) {
      const wanted = [...metrics].filter(([name, { type }]) => !part || partOf(name, type) === part);
      const parts = wanted.map(async ([name, { type, help, lines }]) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(await lines())].join("\n"),
      );
      return `${(await Promise.all(parts)).join("\n")}\n`;
    },
  };
}

function partOf(name: string, type: string): Part {
  if (type !== "gauge") return "counted";
  return name.startsWith("claimpath_") ? "shared" : "own";
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
