/**
 * The counters and histograms of several processes as one text.
 * @param texts each as a registry writes what it counted
 */
export function sumOf(texts: readonly string[]): string {
  const sums = new Map<string, number>();
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    if (line.startsWith("#")) sums.set(line, Number.NaN);
    const [, series, value] = /^([^#].*) (\S+)$/.exec(line) ?? [];
    if (series) sums.set(series, (sums.get(series) ?? 0) + Number(value));
  }
  // A metric's lines stand together, below its own head.
  const families = new Map<string, string[]>();
  for (const [name, sum] of sums) {
    const family = familyOf(name);
    const line = name.startsWith("#") ? name : `${name} ${sum}`;
    families.set(family, [...(families.get(family) ?? []), line]);
  }
  return `${[...families.values()].flat().join("\n")}\n`;
}

function familyOf(line: string): string {
  const [, head] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? [];
  return head ?? line.replace(/[{ ].*$/s, "").replace(/(?<=_seconds)_(bucket|sum|count)$/, "");
}

/** The same metrics, each with the number of the process that they are of. */
export function ofWorker(text: string, worker: number): string {
  return text.replace(/^([^#\s{]+)(?:\{(.*)\})? /gm, (_, name: string, labels?: string) => {
    const all = [`worker="${worker}"`, ...(labels ? [labels] : [])];
    return `${name}{${all.join(",")}} `;
  });
}
