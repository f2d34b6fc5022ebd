/** Settings of older releases whose operators would otherwise go on believing in what nothing does any more. */
const gone = [
  {
    names: ["ARCHIVE_DIR", "ARCHIVE_RECIPIENT", "ARCHIVE_KEEP_DAYS", "ARCHIVE_METRICS", "ARCHIVE_IDENTITY"],
    why: "since the log of a SQLite store is no longer shipped: run Litestream beside the site instead (docs/backups.md)",
  },
  {
    names: ["SHARED_DATABASE_URL"],
    why: "since a site has one database, and without what the groups of visitors shared it could sell a lead twice (docs/scaling.md says under “Groups of earlier releases” how to bring it there)",
  },
  {
    names: ["TRUSTEDFORM_FIELD"],
    why: "since TrustedForm's script always puts the certificate's address into xxTrustedFormCertUrl",
  },
];

/** @returns a fault for each that is still given */
export function goneSettings(env: Record<string, string | undefined>): string[] {
  return gone.flatMap(({ names, why }) => {
    const given = names.filter((name) => env[name]?.trim());
    return given.length > 0 ? [`${given.join(", ")} must be unset, ${why}`] : [];
  });
}
