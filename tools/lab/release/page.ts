/** What became of one part of the check, as a row says it. */
export type Result = { what: string; date: string; commit: string; minutes: number; outcome: string };

/** The page with this result: in the place of an older one of the same part, else as the last row. */
export function withResult(page: string, { what, date, commit, minutes, outcome }: Result): string {
  const row = `| \`${what}\` | ${date} | ${commit} | ${minutes} | ${outcome} |`;
  const lines = page.trimEnd().split("\n");
  const older = lines.findIndex((line) => line.startsWith(`| \`${what}\` |`));
  if (older >= 0) lines[older] = row;
  else lines.push(row);
  return `${lines.join("\n")}\n`;
}
