import { existsSync } from "node:fs";
import { sql } from "kysely";
import { allFeatures, newsOfFeatures } from "../../features.ts";
import { sharesOfAll } from "../../guard/budget.ts";
import { type Finding, note, ok, wrong } from "../../observe/finding.ts";
import { silentLog } from "../../observe/log.ts";
import {
  affiliateInFile,
  changeKey,
  fieldWords,
  type Party,
  receiverInFile,
  type TermField,
  termFields,
} from "../../settings/destinations/terms.ts";
import type { Settings } from "../../settings/env.ts";
import { type BudgetLimits, type Costly, costly } from "../../settings/limits.ts";
import { consentLogIn } from "../../store/consents/consent-log.ts";
import { type Connection, openConnection } from "../../store/engine/connection.ts";
import { explained } from "../../store/engine/failures.ts";
import { isMigrated } from "../../store/engine/migrate.ts";
import { keepsStatements } from "../../store/engine/postgres-session.ts";
import { replicatedUntil } from "../../store/engine/probe.ts";
import { sqlitePath } from "../../store/engine/sqlite-file.ts";
import { type Budgets, budgetsIn } from "../../store/guards/budgets.ts";
import { outboxViews } from "../../store/outbox/outbox-queue.ts";
import { type TermsInForce, termsInForceIn } from "../../store/outbox/terms.ts";
import { behindIn } from "../../store/sales/ledger-fill.ts";
import { oddPricesIn } from "../../store/sales/sales.ts";
import { sealing } from "../../store/sealed/plugin.ts";
import { ciphersOf, sealedState } from "../../store/sealed/rekey.ts";
import { counted } from "../text.ts";
import { doubtfulIn, lookAtOutbox, lookAtSales } from "./outbox.ts";

/** Terms that the console changed: an edit of the same ones in the file counts for nothing. */
async function lookAtTerms(
  terms: Pick<TermsInForce, "all">,
  { destinations, affiliates }: Pick<Settings, "destinations" | "affiliates">,
): Promise<Finding[]> {
  const changes = await terms.all();
  const differing = (party: Party, name: string, inFile: Partial<Record<TermField, string>>) =>
    termFields.flatMap((field) => {
      const now = changes.get(changeKey(party, name, field));
      const said = inFile[field] ?? "";
      if (field === "paused" || now === undefined || now === said) return [];
      const words = `${name}, ${fieldWords[field]}: ${now || "no limit"} by the console`;
      return [note(`${words}, whatever claimpath.yaml says (${said || "no limit"}), until it is undone.`)];
    });
  return [
    ...destinations.flatMap((each) => differing("receiver", each.name, receiverInFile(each))),
    ...Object.entries(affiliates).flatMap(([name, each]) =>
      differing("affiliate", name, affiliateInFile(each)),
    ),
  ];
}

const weekMs = 7 * 24 * 60 * 60_000;

/** Buyers that answer another price than they bid: theirs would be the lead that somebody else had paid for. */
async function lookAtPrices(connection: Connection, at: number): Promise<Finding[]> {
  const odd = await oddPricesIn(connection, at - weekMs);
  const names = [...new Set(odd.map(({ buyer }) => buyer))].sort();
  return names.map((name) => {
    const its = odd.filter(({ buyer }) => buyer === name);
    const { leadId, reason } = its.at(-1)!;
    const isLess = its.some((each) => !each.reason.includes("more than its bid"));
    return (isLess ? wrong : note)(
      `${name} took ${counted(its.length, "lead")} in the last 7 days for another price than it bid, or less than its minimum; the last, ${leadId}: ${reason}.`,
    );
  });
}

/** Whether personal data in the store is sealed; a missing key is reported elsewhere. */
export async function lookAtSealing(connection: Connection): Promise<Finding[]> {
  const said = {
    none: [],
    partly: [
      wrong(
        "Not all personal data in the store is known to be sealed, so unsealed text is accepted: run privacy rekey, then restart the site. If that was done before, somebody has changed the store.",
      ),
    ],
    all: [ok("All personal data in the store is sealed; text that is not is refused.")],
  };
  return said[await sealedState(connection)];
}

/** How much of each budget was used within an hour and a day, and which is used up. @param at epoch milliseconds */
async function lookAtBudgets(
  budgets: Pick<Budgets, "taken">,
  limits: Record<Costly, BudgetLimits>,
  at: number,
): Promise<Finding[]> {
  const findings = await Promise.all(
    costly.map(async (what) => {
      const shares = sharesOfAll(what, limits[what]);
      const taken = await budgets.taken(shares, at);
      const [hour, day] = shares.map(({ most }, index) => `${taken[index]} of ${most || "any number of"}`);
      const words = `${hour} paid ${what} were made within an hour, ${day} within a day`;
      const isUsedUp = shares.some(({ most }, index) => most > 0 && taken[index]! >= most);
      return isUsedUp ? note(`${words}: the budget is used up, and no more are made.`) : ok(`${words}.`);
    }),
  );
  return findings;
}

/**
 * Looks at the lead store without changing it: whether it answers, has its tables and keeps what it was given, what
 * waits in its outbox, which terms the console changed, and (PostgreSQL) whether its clock is ours.
 * @param delivered names of the outbox's rows whose receivers have settings
 */
export async function lookAtStore(
  {
    databaseUrl: url,
    delivered,
    ...settings
  }: { databaseUrl: string; delivered: readonly string[] } & Pick<
    Settings,
    "arms" | "budgets" | "destinations" | "affiliates" | "dataKeys" | "personKeys" | "siteTimeZone"
  >,
  now: () => number,
): Promise<Finding[]> {
  if (url.startsWith("file:") && !existsSync(sqlitePath(url))) {
    return [note("There is no lead store yet: the first start creates it.")];
  }
  let connection: Connection;
  // How a delivery ended is sealed. No file of keys is made here.
  const { dataKeys, personKeys = "" } = settings;
  const { cipher, persons } = ciphersOf(dataKeys, existsSync(personKeys) ? personKeys : undefined);
  try {
    connection = await openConnection(url, silentLog, { sealing: sealing(cipher ?? "unsealed") });
  } catch (error) {
    return [wrong(explained(error))];
  }
  try {
    if (!(await isMigrated(connection))) {
      return [
        wrong(
          "The lead store answers, but its tables are not up to date: start the site once to migrate them.",
        ),
      ];
    }
    const tables = ok("The lead store answers and its tables are up to date.");
    const durable = await connection.verifyDurability().then(
      () => ok("Acknowledged leads survive a power failure."),
      (error) => wrong(explained(error)),
    );
    const waiting = lookAtLog(await consentLogIn(connection, now).unsealedSince(), now());
    const outbox = outboxViews(connection);
    const depth = await outbox.depth();
    const spent = await lookAtBudgets(budgetsIn(connection, ""), settings.budgets, now());
    const messages = [
      ...lookAtOutbox(depth, delivered, now(), await doubtfulIn(outbox)),
      ...(await Promise.all(allFeatures.map((each) => each.outboxFindings?.(outbox) ?? []))).flat(),
      ...(
        await Promise.all(allFeatures.map((each) => each.storeFindings?.(connection, now(), settings) ?? []))
      ).flat(),
    ];
    const sold = [
      ...lookAtSales(
        await behindIn(
          connection,
          newsOfFeatures.map(({ name }) => name),
        ),
        await outbox.unrecorded(),
        now(),
      ),
      ...(await lookAtPrices(connection, now())),
    ];
    const terms = await lookAtTerms(termsInForceIn(connection), settings);
    const state = await stateOf(connection);
    const pooler = await lookAtPooler(connection, url);
    const clock = await clockOf(connection, now);
    const sealed = await lookAtSealing(connection);
    return [
      tables,
      durable,
      ...sealed,
      ...state,
      ...pooler,
      ...clock,
      waiting,
      ...messages,
      ...sold,
      ...terms,
      ...spent,
    ];
  } catch (error) {
    return [wrong(explained(error))];
  } finally {
    await connection.close();
    persons?.close();
  }
}

/** @param since when the oldest consent was given that is not in the log @param at epoch milliseconds */
export function lookAtLog(since: number | undefined, at: number): Finding {
  const seconds = since === undefined ? 0 : Math.round((at - since) / 1000);
  if (seconds <= 60) return ok("Every consent is in the log.");
  return wrong(
    `A consent has waited ${seconds} s for the log: is the site running? It logs consent_log.failed.`,
  );
}

type State = {
  isReadOnly: boolean;
  timeout: string;
  used: number;
  most: number;
  standbys: number;
  lag: number | null;
};

/** Faults of a PostgreSQL that answers nevertheless. */
async function stateOf(connection: Connection): Promise<Finding[]> {
  if (connection.kind !== "postgres") return [];
  const { rows } = await connection.read((db) =>
    sql<State>`
      select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
        current_setting('statement_timeout') as timeout,
        (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
        current_setting('max_connections')::int as most,
        (select count(*) from pg_stat_replication) as standbys,
        (select max(extract(epoch from replay_lag)) from pg_stat_replication)::int as lag`.execute(db),
  );
  return stateFindings(rows[0]!);
}

export function stateFindings({ isReadOnly, timeout, used, most, standbys, lag }: State): Finding[] {
  const found: Finding[] = [];
  if (isReadOnly)
    found.push(wrong("The lead store can be read and not written to: it is a standby, or read-only."));
  if (timeout === "0") {
    found.push(
      wrong(
        "No time-out is in force: a pooler dropped it. Set statement_timeout and lock_timeout for the role.",
      ),
    );
  }
  if (used > most * 0.8) found.push(wrong(`PostgreSQL has ${used} of ${most} connections in use.`));
  if (standbys > 0) {
    const behind = lag ? `, at most ${lag} s behind` : ", up to date";
    found.push(ok(`PostgreSQL has ${standbys === 1 ? "one standby" : `${standbys} standbys`}${behind}.`));
  }
  return found;
}

async function lookAtPooler({ kind }: Connection, url: string): Promise<Finding[]> {
  if (kind !== "postgres" || (await keepsStatements(url))) return [];
  return [
    note(
      "The pooler in front of PostgreSQL keeps no prepared statements: the site does without them, and each statement is planned each time. PgBouncer keeps them from 1.21 on, with max_prepared_statements = 200.",
    ),
  ];
}

async function clockOf(connection: Connection, now: () => number): Promise<Finding[]> {
  if (connection.kind !== "postgres") return [];
  const { rows } = await connection.read((db) =>
    sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db),
  );
  const seconds = Math.round(Math.abs(rows[0]!.ms - now()) / 1000);
  return seconds > 30
    ? [wrong(`This machine's clock and the database's are ${seconds} s apart.`)]
    : [ok("This machine's clock and the database's agree.")];
}

/** Looks at the replica that the analysts' numbers are read from, where there is one. */
export async function lookAtReplica(url: string | undefined, now: () => number): Promise<Finding[]> {
  if (url === undefined) return [];
  const connection = await openConnection(url, silentLog, { poolSize: 2 });
  try {
    await connection.read((db) => db.selectFrom("analyticsSessions").select("id").limit(1).execute());
    const until = await replicatedUntil(connection);
    if (until === null) return [ok("The replica answers and is up to date.")];
    const seconds = Math.round((now() - until) / 1000);
    return [note(`The replica answers; it may lack the last ${seconds} s.`)];
  } catch (error) {
    const { message } =
      error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    return [wrong(`The numbers cannot be read from the replica (${message}).`)];
  } finally {
    await connection.close();
  }
}
