import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { holds } from "../support/holds.ts";
import { startPostgres } from "../support/postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { startSite } from "../support/site.ts";
import { sqlOn } from "../support/store-reader.ts";
import { JsonVisitor } from "../support/visitors.ts";

it(
  "a site that can only add evidence makes leads, and its password rewrites none",
  holds("T75"),
  async () => {
    await using server = await startPostgres();
    const owner = await server.freshDatabase();
    await (await openStore({ url: owner, now: Date.now, log: silentLog })).close();
    await sqlOn(owner, "create role claimpath_site login");
    const script = readFileSync("docs/production/site-role.sql", "utf8");
    await sqlOn(owner, script.replaceAll(':"role"', "claimpath_site"));

    const url = owner.replace("postgres@", "claimpath_site@");
    const env = { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32) };
    await using site = await startSite(env);
    const { status, text } = await (await new JsonVisitor(site.url).open()).finish();
    expect(status).toBe(200);
    const leadId = (await sqlOn<{ id: string }>(owner, "select id from leads"))[0]!.id;
    expect(JSON.parse(text)).toHaveProperty("location");
    await expect
      .poll(async () => (await sqlOn(owner, "select seq from consents where seq is not null")).length)
      .toBe(1);
    expect(await runCommand(`leads show ${leadId}`, env)).toMatchObject({ status: 0 });
    expect(await sqlOn(url, "select leads from readings")).toEqual([{ leads: leadId }]);

    expect(await sqlOn(owner, "select 1 from consent_pages")).toHaveLength(1);
    await sqlOn(owner, "update consent_heads set pushed_at = 1");
    for (const change of [
      "update consents set body = '{}'",
      "update consents set leaf = ''",
      "update consent_pages set html = ''",
      "delete from consent_pages",
      "update consents set seq = 7",
      "delete from consents",
      "delete from consent_nodes",
      "update consent_nodes set hash = ''",
      "update consent_heads set note = ''",
      "delete from consent_heads",
      "update readings set leads = ''",
      "delete from readings",
      "insert into consent_chain select * from consent_chain",
      "truncate consents",
      "drop table readings",
      "alter table consents disable trigger all",
      "delete from kysely_migration",
    ])
      await expect(sqlOn(url, change), change).rejects.toThrow(
        /permission denied|must be owner|keeps its|stays/,
      );
  },
);
