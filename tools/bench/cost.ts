/** A run of test/site/cost.test.ts: the commit, its figures, and what they were to stay under. */
export type Run = { commit: string; figures: Record<string, number>; limits: Record<string, number> };

/** A row is so high; its line is between these heights of it, which are half of the limit and a fifth more than all of it. */
const [row, half, most] = [52, 46, 18];
const width = 390;
const style = `
  rect { fill: #fff } text { fill: #1f2328; font: 12.5px system-ui, sans-serif } .end { text-anchor: end }
  .limit { stroke: #9a6700; stroke-dasharray: 4 4 } .line { stroke: #0a5a61; fill: none; stroke-width: 2 }
  circle { fill: #0a5a61 } .over { fill: #cf222e }
  @media (prefers-color-scheme: dark) {
    rect { fill: #0d1117 } text { fill: #e6edf3 } .limit { stroke: #d29922 } .line { stroke: #4cc2b8 }
    circle { fill: #4cc2b8 } .over { fill: #ff7b72 }
  }`;

/** A line for each figure, which shows its share of its limit by commit; the limit is dashed. */
export function drawn(runs: readonly Run[]): string {
  const x = (index: number) => 12 + (index * (width - 24)) / Math.max(1, runs.length - 1);
  // A figure with a limit of zero has no percentage.
  const names = Object.entries(runs.at(-1)!.limits).flatMap(([name, limit]) => (limit > 0 ? [name] : []));
  const rows = names.map((name, index) => {
    const top = 28 + index * row;
    const risen = (share: number) => (Math.min(Math.max(share, 0.5), 1.2) - 0.5) / 0.7;
    const y = (share: number) => (top + half - risen(share) * (half - most)).toFixed(1);
    const points = runs.flatMap(({ figures, limits }, at) => {
      const [figure, limit] = [figures[name], limits[name]];
      return figure === undefined || !limit ? [] : [{ at, share: figure / limit }];
    });
    const last = points.at(-1)!;
    const over = last.share > 1 ? ' class="over"' : "";
    return `<text x="12" y="${top + 14}">${name}</text>
<text x="${width - 12}" y="${top + 14}" class="end"${over && ' style="font-weight: bold"'}>${Math.round(last.share * 100)} %</text>
<path class="limit" d="M12 ${y(1)}H${width - 12}"/>
<path class="line" d="M${points.map(({ at, share }) => `${x(at).toFixed(1)} ${y(share)}`).join("L")}"/>
<circle cx="${x(last.at).toFixed(1)}" cy="${y(last.share)}" r="3.5"${over}/>`;
  });
  const height = 28 + names.length * row + 6;
  const [first, newest] = [runs[0]!.commit, runs.at(-1)!.commit];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>What a visit costs, each figure as a share of its limit, from ${first} to ${newest}</title>
<style>${style}
</style>
<rect width="100%" height="100%"/>
<text x="12" y="18">${first}, limits dashed</text><text x="${width - 12}" y="18" class="end">${newest}</text>
${rows.join("\n")}
</svg>
`;
}
