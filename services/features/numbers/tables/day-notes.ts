import type { Connection } from "../../../store/engine/connection.ts";
import { acquireLock } from "../../../store/engine/locks.ts";
import { uuid7 } from "../../../store/engine/uuid7.ts";
import type { DayNote } from "../../../store/rows.ts";

/** The most notes there may be on one survey, and on all surveys together (an empty `variant`). */
export const mostNotes = 1_000;

/** Notes that analysts share. */
export function dayNotesIn(connection: Connection, now: () => number) {
  return {
    /** Notes on a survey and on all surveys, from one day to another inclusive, newest day first. */
    notesOf: (variant: string, from: number, to: number): Promise<DayNote[]> =>
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
    add: (note: Pick<DayNote, "variant" | "place" | "day" | "words" | "person">): Promise<"added" | "full"> =>
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
    /**
     * Changes day and words.
     * @param variant the survey on whose page it is changed; `gone` where it shows no such note
     */
    change: (
      variant: string,
      id: string,
      { day, words, person }: Pick<DayNote, "day" | "words" | "person">,
    ): Promise<"changed" | "gone"> =>
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
    async remove(variant: string, id: string): Promise<void> {
      await connection.write((trx) =>
        trx.deleteFrom("dayNotes").where("variant", "in", [variant, ""]).where("id", "=", id).execute(),
      );
    },
  };
}
