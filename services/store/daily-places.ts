import type { Connection, Writer } from "./connection.ts";

type Wanted = { destination: string; day: string; messageId: string; cap: number };

/** How many leads a receiver gets on a day, over all processes. */
export interface DailyPlaces {
  /** Takes a place for a message, or finds the one that it has. @returns false when the day is full */
  take(wanted: Wanted): Promise<boolean>;
  /** How many leads each receiver has had, by its name, on the day that it counts. */
  taken(days: ReadonlyMap<string, string>): Promise<Map<string, number>>;
  /** Gives a message's place back. */
  free(messageId: string): Promise<void>;
}

export function dailyPlacesIn(connection: Connection): DailyPlaces {
  return {
    async take(wanted) {
      for (;;) {
        const taken = await connection.write((trx) => tryToTake(trx, wanted));
        if (taken !== "lost") return taken;
      }
    },
    taken: (days) =>
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
    async free(messageId) {
      await connection.write((trx) =>
        trx.deleteFrom("dailyPlaces").where("messageId", "=", messageId).execute(),
      );
    },
  };
}

/** `lost`: another process took that very place in the same moment. */
async function tryToTake(
  trx: Writer,
  { destination, day, messageId, cap }: Wanted,
): Promise<boolean | "lost"> {
  // Days that are over count for nobody.
  await trx.deleteFrom("dailyPlaces").where("destination", "=", destination).where("day", "<", day).execute();
  const places = await trx
    .selectFrom("dailyPlaces")
    .select(["place", "messageId"])
    .where("destination", "=", destination)
    .where("day", "=", day)
    .execute();
  if (places.some((each) => each.messageId === messageId)) return true;
  const taken = new Set(places.map(({ place }) => place));
  if (taken.size >= cap) return false;
  let place = 1;
  while (taken.has(place)) place += 1;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("dailyPlaces")
    .values({ destination, day, place, messageId })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0 || "lost";
}
