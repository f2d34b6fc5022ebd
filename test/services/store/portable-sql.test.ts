import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesIn } from "../../support/source-files.ts";

/** Citus, YugabyteDB or CockroachDB lack these, or do something else by them (docs/scaling.md). */
const lacking =
  /\b(advisory|listen|notify|serial|bigserial|nextval|identity|trigger|rule|extension|temp|temporary|unlogged|tablespace|cursor|hashtext|ctid|xmin|lock table|deferrable|tablesample|lateral|recursive|grouping sets)\b/i;
/** What is PostgreSQL's own is in one place each, and is left out or answered otherwise elsewhere. */
const own: Record<string, RegExp> = {
  "services/store/engine/postgres.ts":
    /^(show synchronous_commit|vacuum|select pg_total_relation_size|select 1 from pg_stat_activity)/,
  "services/store/engine/probe.ts": /pg_is_in_recovery|pg_logical_emit_message|pg_database_size/,
  "services/operations/doctor/store.ts": /clock_timestamp|pg_is_in_recovery/,
};
const particular = /\bpg_\w+|\bvacuum\b|\bshow\b|^set \w+ =|\breset\b|clock_timestamp/i;

/** SQL that is written out, by file; what Kysely makes is plain. */
const written = filesIn("services").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/\b(?:sql(?:<[^`]*?>)?|statements\()`([^`]*)`/g)].map(
    ([, sql]) => ({
      file,
      sql: sql!.trim(),
    }),
  ),
);
const tables = "services/store/engine/migrations/0.1.0.sql";
written.push({ file: tables, sql: readFileSync(tables, "utf8") });

it("no statement needs what engines that speak PostgreSQL lack", () => {
  expect(written.length).toBeGreaterThan(8);
  expect(written.filter(({ sql }) => lacking.test(sql))).toEqual([]);
  const builders = filesIn("services/store").filter((file) =>
    /\.(forShare|forKeyShare|forNoKeyUpdate|withRecursive|createType|createView|using|mergeInto)\(|"(big)?serial"/.test(
      readFileSync(file, "utf8"),
    ),
  );
  expect(builders).toEqual([]);
});

it("what is PostgreSQL's own is used where it is declared, and nowhere else", () => {
  const elsewhere = written.filter(({ file, sql }) => particular.test(sql) && !own[file]?.test(sql));
  expect(elsewhere).toEqual([]);
  for (const [file, form] of Object.entries(own)) {
    expect(written.filter((each) => each.file === file && form.test(each.sql)).length, file).toBeGreaterThan(
      0,
    );
  }
});
