const ways = {
  sum: (one: number, other: number) => one + other,
  min: (one: number, other: number) => Math.min(one, other),
  max: (one: number, other: number) => Math.max(one, other),
};

/**
 * Metrics of several processes as one text.
 * @param texts each as a registry writes it
 * @param way what becomes of a series that stands in more than one
 */
export function together(texts: readonly string[], way: keyof typeof ways): string {
  const values = new Map<string, number>();
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    if (line.startsWith("#")) values.set(line, Number.NaN);
    const [, series, value] = /^([^#].*) (\S+)$/.exec(line) ?? [];
    if (!series) continue;
    const before = values.get(series);
    values.set(series, before === undefined ? Number(value) : ways[way](before, Number(value)));
  }
  // A metric's lines stand together, below its own head.
  const families = new Map<string, string[]>();
  for (const [name, value] of values) {
    const family = familyOf(name);
    const line = name.startsWith("#") ? name : `${name} ${value}`;
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
