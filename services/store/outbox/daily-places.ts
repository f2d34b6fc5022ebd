import { sql } from "kysely";
import { type CapField, type Caps, capsInForce, type TermField } from "../../settings/destinations/terms.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import { acquireLock, capLock } from "../engine/locks.ts";
import { latest, type TermsOwner } from "./terms.ts";

/** `day` is that of the site, `2026-01-31`; `cents` is what the message brings by its terms. */
type Wanted = { messageId: string; day: string; cents: number; of: readonly Capped[] };
/** An owner whose cap counts, with the file's values. */
export type Capped = TermsOwner & { caps: Caps };
/** An owner that takes no more, and why. */
export type Full = TermsOwner & { full: CapField | "paused" };

/** What somebody has had so far of what this field limits: leads by number, money in cents. */
export type Used = TermsOwner & { field: CapField; count: number };

/** The id of a lead has 36 characters: of one that several buyers get there is a place for each. */
const leadsAmong = sql<number>`count(distinct substr(message_id, 1, 36))`;

/** How many leads a receiver gets and an affiliate brings in a day, a week and a month, over all processes. */
export function dailyPlacesIn(connection: Connection) {
  return {
    /**
     * Takes a place for a message with each owner that it needs, or finds those that it has for the same money. The
     * caps are read in the same transaction, so that none is exceeded while it is changed.
     * @returns the owner that is full; then it has no place with anybody
     */
    async take(wanted: Wanted): Promise<Full | undefined> {
      for (;;) {
        const taken = await connection.write((trx) => tryToTake(trx, connection.kind, wanted));
        if (taken !== "lost") return taken;
      }
    },
    /** The owner that is full, as far as is known without taking a place. */
    fullFor: (wanted: Wanted): Promise<Full | undefined> =>
      connection.read(async (db) => {
        for (const owner of wanted.of) {
          const place = placeOf(owner, wanted.messageId);
          if (await dayOfItsLead(db, owner, place)) continue;
          const full = await fullOf(db, owner, { ...place, day: wanted.day, cents: wanted.cents });
          if (full) return { party: owner.party, name: owner.name, full };
        }
        return undefined;
      }),
    /** How many leads each receiver has had, by its name, on the day that it counts. */
    taken: (days: ReadonlyMap<string, string>): Promise<Map<string, number>> =>
      connection.read(async (db) => {
        if (days.size === 0) return new Map();
        const rows = await db
          .selectFrom("dailyPlaces")
          .select(({ fn }) => ["destination", "day", fn.countAll<number>().as("count")])
          .where("destination", "in", [...days.keys()])
          .where("day", "in", [...new Set(days.values())])
          .groupBy(["destination", "day"])
          .execute();
        const today = rows.filter(({ destination, day }) => days.get(destination) === day);
        return new Map(today.map(({ destination, count }) => [destination, Number(count)]));
      }),
    /** What each has had of the day, week and month that a day is in; who had nothing is not there. */
    used: (day: string): Promise<Used[]> =>
      connection.read(async (db) => {
        const used: Used[] = [];
        for (const [period, begins] of Object.entries(beginsOf(day)) as [keyof typeof capsOf, string][]) {
          const rows = await db
            .selectFrom("dailyPlaces")
            .select(({ fn }) => ["destination", leadsAmong.as("leads"), fn.sum<number>("cents").as("cents")])
            .where("day", ">=", begins)
            .groupBy("destination")
            .execute();
          const [leads, money] = capsOf[period];
          for (const row of rows) {
            const name = row.destination.replace(/^affiliate /, "");
            const owner = { party: name === row.destination ? "receiver" : "affiliate", name } as const;
            used.push({ ...owner, field: leads, count: Number(row.leads) });
            used.push({ ...owner, field: money, count: Number(row.cents) });
          }
        }
        return used;
      }),
    /** Gives a message's places back. */
    async free(messageId: string): Promise<void> {
      await connection.write((trx) =>
        trx
          .deleteFrom("dailyPlaces")
          .where("messageId", "in", [messageId, messageId + ofAffiliate])
          .execute(),
      );
    },
  };
}

const ofAffiliate = " of its affiliate";
const lockOf = ({ party, name }: TermsOwner) => capLock(`${party} ${name}`);

/** `lost`: a program of the release before, which holds no lock, took that very place in the same moment. */
async function tryToTake(
  trx: Writer,
  kind: Connection["kind"],
  { messageId, day, cents, of }: Wanted,
): Promise<Full | undefined | "lost"> {
  for (const lock of [...new Set(of.map(lockOf))].sort()) await acquireLock(trx, kind, lock);
  const wanted = of.map((owner) => ({
    owner,
    place: placeOf(owner, messageId),
  }));
  const standing = await trx
    .selectFrom("dailyPlaces")
    .select(["messageId", "day", "cents"])
    .where(
      "messageId",
      "in",
      wanted.map(({ place }) => place.messageId),
    )
    .execute();
  const missing = wanted.filter(
    ({ place }) =>
      !standing.some(
        (each) => each.messageId === place.messageId && each.day === day && Number(each.cents) === cents,
      ),
  );
  const places: Place[] = [];
  for (const { owner, place } of missing) {
    const itsDay = await dayOfItsLead(trx, owner, place);
    const full = itsDay === undefined && (await fullOf(trx, owner, { ...place, day, cents }));
    if (full) return { party: owner.party, name: owner.name, full };
    places.push({ ...place, day: itsDay ?? day, cents });
  }
  for (const place of places) if (!(await write(trx, place))) return "lost";
  return undefined;
}

/** A message's id begins with its lead's, which has no full stop (`messageRow`). */
const leadOf = (messageId: string) => messageId.split(".")[0]!;

/**
 * The day on which another message of this lead counts for its affiliate: each message has a place, and all of a lead's
 * together are one lead. A pause holds them nevertheless.
 */
async function dayOfItsLead(
  db: Reader,
  { party, name }: TermsOwner,
  { destination, messageId }: Omit<Place, "day" | "cents">,
): Promise<string | undefined> {
  if (party === "receiver") return undefined;
  const paused = await latest(db, { party, name }).execute();
  if (paused.some(({ field, after }) => field === "paused" && after === "yes")) return undefined;
  const found = await db
    .selectFrom("dailyPlaces")
    .select("day")
    .where("destination", "=", destination)
    .where("messageId", "like", `${leadOf(messageId)}.%`)
    .where("messageId", "!=", messageId)
    .orderBy("day")
    .executeTakeFirst();
  return found?.day;
}

type Place = { destination: string; messageId: string; day: string; cents: number };

function placeOf({ party, name }: TermsOwner, messageId: string): Pick<Place, "destination" | "messageId"> {
  return party === "receiver"
    ? { destination: name, messageId }
    : { destination: `affiliate ${name}`, messageId: messageId + ofAffiliate };
}

/** Why somebody takes no more, by the terms in force. */
async function fullOf(
  trx: Reader,
  { party, name, caps: inFile }: Capped,
  { destination, messageId, day, cents }: Place,
): Promise<Full["full"] | undefined> {
  const changes = await latest(trx, { party, name }).execute();
  const changed = new Map<TermField, string | null>(changes.map(({ field, after }) => [field, after]));
  // A receiver's pause keeps messages from being claimed at all.
  if (party === "affiliate" && changed.get("paused") === "yes") return "paused";
  const caps = capsInForce(inFile, (field) => changed.get(field));
  for (const [period, begins] of Object.entries(beginsOf(day)) as [keyof typeof capsOf, string][]) {
    const [number, money] = capsOf[period];
    if (caps[number] === undefined && caps[money] === undefined) continue;
    const { places, spent } = await trx
      .selectFrom("dailyPlaces")
      .select(({ fn }) => [leadsAmong.as("places"), fn.sum<number | null>("cents").as("spent")])
      .where("destination", "=", destination)
      .where("day", ">=", begins)
      .where("messageId", "!=", messageId)
      .executeTakeFirstOrThrow();
    if (caps[number] !== undefined && Number(places) >= caps[number]) return number;
    const left = caps[money] === undefined ? Number.POSITIVE_INFINITY : caps[money] - Number(spent ?? 0);
    if (left <= 0 || cents > left) return money;
  }
  return undefined;
}

/**
 * A message that was tried on another day counts for the one on which it is sent.
 * @returns false where the place is taken
 */
async function write(trx: Writer, { destination, messageId, day, cents }: Place): Promise<boolean> {
  const { week, month } = beginsOf(day);
  await trx
    .deleteFrom("dailyPlaces")
    .where("destination", "=", destination)
    // What no week or month of today counts counts for nobody.
    .where((eb) => eb.or([eb("day", "<", [week, month].sort()[0]!), eb("messageId", "=", messageId)]))
    .execute();
  const last = await trx
    .selectFrom("dailyPlaces")
    .select(({ fn }) => fn.max<number | null>("place").as("place"))
    .where("destination", "=", destination)
    .where("day", "=", day)
    .executeTakeFirst();
  const place = Number(last?.place ?? 0) + 1;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("dailyPlaces")
    .values({ destination, day, place, messageId, cents })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

const capsOf = {
  day: ["daily-cap", "daily-budget"],
  week: ["weekly-cap", "weekly-budget"],
  month: ["monthly-cap", "monthly-budget"],
} as const;

/** The first days of a day's week and month. Weeks begin on Mondays. */
function beginsOf(day: string): Record<keyof typeof capsOf, string> {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return { day, week: date.toISOString().slice(0, 10), month: `${day.slice(0, 8)}01` };
}
