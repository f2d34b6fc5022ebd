/**
 * Names of the locks that PostgreSQL holds until a transaction ends; any numbers, as long as they differ. SQLite has
 * one writer at a time and needs none.
 */
export const locks = {
  /** One consent chain, however many processes write it. */
  consentChain: 7_241_903,
  /** With a session's hash: one visit is begun at a time. */
  session: 7_241_904,
  /** Tries of verification codes are counted one at a time. */
  codeTries: 7_241_905,
  /** Sessions are written one transaction after another, so that 'change' grows in the order of the commits. */
  analytics: 7_241_906,
  /** One process at a time erases what is old. */
  retention: 7_241_907,
} as const;
