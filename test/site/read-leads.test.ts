import { expect, it } from "vitest";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { hostileLead } from "../support/hostile-lead.ts";
import { runCommand } from "../support/run-command.ts";

const hostile = during(hostileLead);

it("the audit log has who read a lead, with the command", holds("T69"), async () => {
  const { lead, site } = hostile;
  const command = (line: string, more = {}) => runCommand(line, { DATABASE_URL: site.databaseUrl, ...more });
  await command(`leads show ${lead.id}`, { CLAIMPATH_OPERATOR: "\u001b[2Jben" });
  await command("leads export --format jsonl");
  const { stdout } = await command("audit-log");
  expect(stdout).toMatch(new RegExp(`u\\{1b\\}\\[2Jben +leads show +${lead.id}`));
  expect(stdout).toMatch(new RegExp(`leads export .*${lead.id}`));
});

it("a lead of markup is plain text in the console", holds("T121"), async () => {
  expect(JSON.stringify(hostile.lead.record)).toContain("<script>alert(1)");
  const own = `/console/leads/${hostile.lead.id}`;
  expect(await hostile.read(own)).toContain("&lt;script&gt;alert(1)");
  for (const path of ["/console", own]) {
    const html = await hostile.read(path);
    expect(html, path).toContain(hostile.lead.id);
    expect(/<script>alert|<img src=x|\u202e|\u009b/.exec(html), path).toBe(null);
  }
});

it("and no formula in its CSV", holds("T121"), async () => {
  for (const query of ["", "?for=spreadsheet"]) {
    const csv = await hostile.read(`/console/leads.csv${query}`);
    expect(csv.startsWith("\uFEFF")).toBe(query !== "");
    expect(csv).toContain("HYPERLINK");
    expect(/(?:^|,)"?[=+@-]HYPERLINK/m.exec(csv)).toBe(null);
  }
});
