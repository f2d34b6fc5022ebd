import type { Connection } from "./connection.ts";
import { acquireLock } from "./locks.ts";
import { uuid7 } from "./uuid7.ts";

/** What happened on a day, for who reads the numbers of it. */
export type DayNote = {
  id: string;
  /** Short code of the survey that it is about; empty: all of them. */
  variant: string;
  /** Id of the place that it is about; empty: the whole survey. */
  place: string;
  /** Since 1970. */
  day: number;
  words: string;
  /** When and by whom it was written, and last changed; nobody's name for the token of the charts. Epoch milliseconds. */
  at: number;
  person: string | null;
  changedAt: number | null;
  changedBy: string | null;
};

/** Of one survey, or of all surveys at once. */
export const mostNotes = 1_000;

/** Notes that analysts share. */
export interface DayNotes {
  /** Those of a survey and of all surveys, from one day to another, both included; newest day first. */
  notesOf(variant: string, from: number, to: number): Promise<DayNote[]>;
  add(note: Pick<DayNote, "variant" | "place" | "day" | "words" | "person">): Promise<"added" | "full">;
  /** What it is about stays. @param variant on whose page it is changed: it is of this survey, or of all */
  change(
    variant: string,
    id: string,
    note: Pick<DayNote, "day" | "words" | "person">,
  ): Promise<"changed" | "gone">;
  remove(variant: string, id: string): Promise<void>;
}

export function dayNotesIn(connection: Connection, now: () => number): DayNotes {
  return {
    notesOf: (variant, from, to) =>
      connection.read((db) =>
        db
          .selectFrom("dayNotes")
          .selectAll()
          .where("variant", "in", [variant, ""])
          .where("day", ">=", from)
          .where("day", "<=", to)
          .orderBy("day", "desc")
          .orderBy("id", "desc")
          .execute(),
      ),
    add: (note) =>
      connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "analysts-words");
        const { count } = await trx
          .selectFrom("dayNotes")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("variant", "=", note.variant)
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostNotes) return "full";
        const at = now();
        const row = { ...note, id: uuid7(at), at, changedAt: null, changedBy: null };
        await trx.insertInto("dayNotes").values(row).execute();
        return "added";
      }),
    change: (variant, id, { day, words, person }) =>
      connection.write(async (trx) => {
        const changed = await trx
          .updateTable("dayNotes")
          .set({ day, words, changedAt: now(), changedBy: person })
          .where("variant", "in", [variant, ""])
          .where("id", "=", id)
          .returning("id")
          .executeTakeFirst();
        return changed ? "changed" : "gone";
      }),
    async remove(variant, id) {
      await connection.write((trx) =>
        trx.deleteFrom("dayNotes").where("variant", "in", [variant, ""]).where("id", "=", id).execute(),
      );
    },
  };
}
