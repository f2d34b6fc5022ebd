import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseServer, postgres, sqlite } from "../support/databases.ts";
import { startPgBouncer } from "../support/postgres.ts";
import { parts } from "./features.ts";
import { cents, type Firms } from "./firms.ts";
import type { Row } from "./parameters.ts";

/** What rows share because it is expensive to start. No row finds anything of another there. */
export function sharedGround() {
  const servers = new Map<string, Promise<DatabaseServer>>();
  const serverOf = (kind: typeof sqlite) => {
    const server = servers.get(kind.name) ?? kind.start();
    servers.set(kind.name, server);
    return server;
  };
  return {
    /** An empty store. @returns `direct`: its address past the pooler, for the test's own questions */
    async store({ database }: Row) {
      const direct = await (await serverOf(database === "sqlite" ? sqlite : postgres)).freshUrl();
      if (database !== "pooler") return { url: direct, direct, end: async () => {} };
      const pooler = await startPgBouncer(direct);
      return { url: pooler.url, direct, end: () => pooler.stop() };
    },
    async stop() {
      for (const server of servers.values()) await (await server).stop();
    },
  };
}
export type Ground = ReturnType<typeof sharedGround>;

/** The file's reference; the value is in the environment. */
const fromEnvironment = "$" + "{NORTH_SECRET}";
export const secretOf = (name: string) => `whsec_${btoa(name.padEnd(32, "-"))}`;
/** How often a site polls by itself, in milliseconds: due work is announced to it here. */
export const pollMs = 200;
/** For how many days a sale may be returned. */
export const returnDays = 14;
export const share = "33.33%";

/** How a site of this row is set: its file, its environment, and a folder for what it writes. */
export function settingsOf(row: Row, { stub, mail }: Firms, store: { url: string; direct: string }) {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-pair-"));
  const address = (path: string) => `${stub.origin}${path}`;
  const accepted = { field: "buy", is: "yes" };
  const ping = (path: string, isPriced: boolean) => ({
    url: address(path),
    fields: { state: "state", lead: "id" },
    answer: { accepted, ...(isPriced && { price: "price" }) },
  });
  const ofBuyers = Object.assign({}, ...parts.map(({ receiverOf }) => receiverOf?.(row) ?? {}));
  const inOrder = row.order !== "none";
  const isDrawn = row.order === "weighted";
  const reached: Record<Row["kind"], object> = {
    json: { url: address("/north"), answer: { accepted, price: "price", id: "ref" } },
    form: { url: address("/north"), answer: { accepted, price: "price", id: "ref" } },
    webhook: { url: address("/north"), secrets: [fromEnvironment] },
    email: {
      smtp: mail.url,
      from: "site@claimpath.example",
      to: "north@buyer.example",
      "personal-data": true,
      takes: "leads",
    },
    leadprosper: { url: address("/north"), "campaign-id": 1, "supplier-id": 2, key: fromEnvironment },
  };
  const repeats = {
    hours: row.repeats === "any" ? 0 : 24,
    ...(row.repeats !== "any" && { action: row.repeats }),
  };
  const north = {
    kind: row.kind,
    mode: row.mode,
    repeats,
    "return-days": returnDays,
    ...ofBuyers,
    ...reached[row.kind],
    ...(row.price === "agreed" && { price: cents.agreed / 100 }),
    ...(row.ping !== "none" && { ping: ping("/north/ping", row.ping !== "unpriced") }),
    ...(row.minimum !== "none" && { "min-price": row.minimum === "under" ? 15 : 70 }),
    ...(row.cap === "daily" && { "daily-cap": 1 }),
    // The budget covers one lead at its price, but not two.
    ...(row.budget === "daily" && { "daily-budget": 80 }),
    ...(row.hours === "evening" && { hours: "mon-sun 18:00-24:00" }),
    ...(row.states === "elsewhere" && { only: { states: ["FL"] } }),
    ...(row.states === "conditions" && {
      only: { zip_code: { not: ["90210"] }, "accident-days": { "at-most": 400, "or-unknown": true } },
    }),
    ...(isDrawn && { weight: 3 }),
    ...(row.key === "ending" && { "credentials-end": isoDay(Date.now() + 5 * 86_400_000) }),
  };
  const south = {
    kind: "json",
    mode: "live",
    repeats,
    "return-days": returnDays,
    ...ofBuyers,
    price: cents.south / 100,
    url: address("/south"),
    answer: { accepted },
    ...(row.order === "best-price" && { ping: ping("/south/ping", true) }),
  };
  const house: Record<Row["house"], object> = {
    none: {},
    file: { sheet: { kind: "file", mode: "live", folder: join(folder, "sheet"), format: "csv" } },
    webhook: { crm: { kind: "webhook", mode: "live", url: address("/house"), secrets: [fromEnvironment] } },
    desk: {},
  };
  const needsMail = row.house === "desk" || parts.some(({ needsMail }) => needsMail?.(row));
  const desk = {
    kind: "email",
    mode: "live",
    smtp: mail.url,
    from: "site@claimpath.example",
    to: "desk@claimpath.example",
    takes: row.house === "desk" ? "leads" : "messages",
  };
  const ofAffiliates: Record<string, object>[] = [
    ...parts.map(({ campaignsOf }) => campaignsOf?.(row, address) ?? {}),
  ];
  const campaigns = ["252", "7"].flatMap((affid) => {
    const own = ofAffiliates.flatMap((each) => each[affid] ?? []);
    return own.length > 0 ? [Object.assign({ affid }, ...own)] : [];
  });
  const agreed = {
    ...(row.payout === "share" ? { share } : { payout: row.payout === "fixed" ? 20 : 0 }),
    ...(row.cap === "affiliate" && { "daily-cap": 2 }),
  };
  const file = {
    company: {
      "time-zone": row.zone,
      name: "Pairs",
      phone: "+18005550199",
      email: "us@pairs.example",
      address: "1 Pair Street",
    },
    survey: { "email-mx-check": "off" },
    delivery: { "own-posts-first-retry-ms": 1_000, "poll-ms": pollMs },
    destinations: { north, south, ...house[row.house], ...(needsMail && { desk }) },
    ...(inOrder && { order: ["north", "south"], "order-by": row.order }),
    ...(row.order === "best-price" && { "bid-seconds": 1 }),
    ...((row.payout !== "none" || row.cap === "affiliate") && { affiliates: { "252": agreed } }),
    ...(campaigns.length > 0 && { campaigns }),
    ...(row.firms === "listed" && {
      buyers: [
        { name: "North Law", ids: [101] },
        { name: "South Law", ids: [102] },
      ],
    }),
    ...(row.experiment === "running" && { experiments }),
    ...Object.assign({}, ...parts.map(({ sectionsOf }) => sectionsOf?.(row) ?? {})),
  };
  const env: Record<string, string> = {
    DATABASE_URL: store.url,
    ...(store.direct !== store.url && { DATABASE_DIRECT_URL: store.direct }),
    CLAIMPATH_FILE: join(folder, "claimpath.yaml"),
    CONSOLE_PEOPLE_FILE: join(folder, "console-people.json"),
    SESSION_SECRETS: "a secret that all processes of a row share",
    HASH_KEY: "a key of hashes that is long enough for it",
    CONSENT_LOG_KEY: "a key of the log that is long enough for it",
    TRUST_PROXY: "1",
    NORTH_SECRET: secretOf("north"),
    DATA_KEYS: row.keys === "none" ? "" : "d".repeat(32),
    ...(row.keys === "person" && { PERSON_KEYS: join(folder, "person-keys.db") }),
    ...Object.assign({}, ...parts.map(({ environmentOf }) => environmentOf?.(row, address))),
  };
  // YAML includes JSON, except for numbers that must keep their zeros.
  writeFileSync(env.CLAIMPATH_FILE!, JSON.stringify(file));
  return { env, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const experiments = {
  salt: "a salt of the pairs' own",
  list: [
    {
      id: "look",
      about: "whether a lighter look sells",
      paths: ["/survey/c"],
      metric: "leads",
      start: "2025-01-01T00:00:00Z",
      control: "plain",
      arms: [
        { name: "plain", weight: 1 },
        { name: "light", weight: 1, flags: { theme: "v5" } },
      ],
    },
  ],
};

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
