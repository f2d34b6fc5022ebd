import type * as z from "zod";
import * as is from "./kinds.ts";

/** Where a SQLite store's log is shipped to. PostgreSQL has its own archive, and settings of it. */
export const archiveShape = {
  ARCHIVE_DIR: is.text("the path of a folder").optional(),
  ARCHIVE_RECIPIENT: is.ageKey.optional(),
  ARCHIVE_KEEP_DAYS: is.wholeNumber(1, 3660).default(14),
  ARCHIVE_METRICS: is.text("the path of a folder").optional(),
  ARCHIVE_IDENTITY: is.text("the path of a file").optional(),
};

type Given = z.infer<z.ZodObject<typeof archiveShape>>;

export function archiveSettings(given: Given) {
  return {
    archive: {
      /** Undefined: nothing is shipped. */
      folder: given.ARCHIVE_DIR,
      /** The public key that the archive is encrypted to. */
      recipient: given.ARCHIVE_RECIPIENT,
      keepDays: given.ARCHIVE_KEEP_DAYS,
      /** Folder of node_exporter's text files; undefined: nothing is noted for Prometheus. */
      metrics: given.ARCHIVE_METRICS,
      /** File of the private key, only where something is restored. */
      identity: given.ARCHIVE_IDENTITY,
    },
  };
}
