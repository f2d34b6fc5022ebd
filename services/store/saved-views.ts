import type { Connection, Writer } from "./connection.ts";
import { acquireLock } from "./locks.ts";
import { uuid7 } from "./uuid7.ts";

/** The address of a page of a survey's numbers, saved under a name. */
export type SavedView = {
  id: string;
  /** Short code of the survey. */
  variant: string;
  /** Unique within a survey. */
  name: string;
  /** Which of the survey's pages, and its query; app/graphs/kept/pages.ts says which are allowed. */
  page: string;
  query: string;
  /** Epoch milliseconds. */
  at: number;
  /** Who saved it; null where somebody used the analysts' token, which names nobody. */
  person: string | null;
};

/** The most views that may be saved of one survey. */
export const mostViews = 200;

/** Saved views, which analysts share. */
export interface SavedViews {
  /** Views of one survey, or of all, sorted by survey and name. */
  list(variant?: string): Promise<SavedView[]>;
  save(view: Omit<SavedView, "id" | "at">): Promise<"saved" | "taken" | "full">;
  rename(variant: string, id: string, name: string): Promise<"renamed" | "taken" | "gone">;
  remove(variant: string, id: string): Promise<void>;
}

export function savedViewsIn(connection: Connection, now: () => number): SavedViews {
  const named = (trx: Writer, variant: string, name: string) =>
    trx
      .selectFrom("savedViews")
      .select("id")
      .where("variant", "=", variant)
      .where("name", "=", name)
      .executeTakeFirst();
  return {
    list: (variant) =>
      connection.read((db) => {
        const all = db.selectFrom("savedViews").selectAll().orderBy("variant").orderBy("name");
        return (variant === undefined ? all : all.where("variant", "=", variant)).execute();
      }),
    save: (view) =>
      connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "analysts-words");
        if (await named(trx, view.variant, view.name)) return "taken";
        const { count } = await trx
          .selectFrom("savedViews")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("variant", "=", view.variant)
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostViews) return "full";
        const at = now();
        await trx
          .insertInto("savedViews")
          .values({ ...view, id: uuid7(at), at })
          .execute();
        return "saved";
      }),
    rename: (variant, id, name) =>
      connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "analysts-words");
        const other = await named(trx, variant, name);
        if (other && other.id !== id) return "taken";
        const renamed = await trx
          .updateTable("savedViews")
          .set({ name })
          .where("variant", "=", variant)
          .where("id", "=", id)
          .returning("id")
          .executeTakeFirst();
        return renamed ? "renamed" : "gone";
      }),
    async remove(variant, id) {
      await connection.write((trx) =>
        trx.deleteFrom("savedViews").where("variant", "=", variant).where("id", "=", id).execute(),
      );
    },
  };
}
