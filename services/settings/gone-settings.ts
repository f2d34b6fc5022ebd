const oneProcess =
  "since a start is one process: start one unit for each processor instead (docs/scaling.md, “Several processes”)";

/** Keys of claimpath.yaml that are gone, by their names, with what to do instead; each completes a sentence. */
export const goneKeys: ReadonlyMap<string, string> = new Map([
  ["server.workers", `must be taken out, ${oneProcess}`],
]);

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
  { names: ["WORKERS"], why: oneProcess },
  {
    names: ["TRUSTEDFORM_FIELD"],
    why: "since TrustedForm's script always puts the certificate's address into xxTrustedFormCertUrl",
  },
];

/** Keys that an earlier release took as Vault's transit engine had sealed them (`vault:v1:8SDd3WHD…`). */
const sealable = ["SESSION_SECRETS", "HASH_KEY", "DATA_KEYS", "CONSENT_LOG_KEY"];

/** @returns a fault for each that is still given */
export function goneSettings(env: Record<string, string | undefined>): string[] {
  const unset = gone.flatMap(({ names, why }) => {
    const given = names.filter((name) => env[name]?.trim());
    return given.length > 0 ? [`${given.join(", ")} must be unset, ${why}`] : [];
  });
  // Vault's own variables may stay: what fills the environment may need them.
  const sealed = sealable.filter((name) => /(?:^|,)\s*vault:v\d+:/.test(env[name] ?? ""));
  if (sealed.length === 0) return unset;
  const why =
    "since the site asks no Vault for keys any more: take the environment from your secret store (docs/backups.md says how under “Keys from a secret store”)";
  return [...unset, `${sealed.join(", ")} must not be sealed, ${why}`];
}
