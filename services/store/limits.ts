/** How long a PostgreSQL that may be lost is waited for, in milliseconds. A visitor never waits for SQLite. */
export type StoreLimits = {
  /** For a connection. */
  connectMs: number;
  /** Longest work on one statement, by the server's clock. */
  statementMs: number;
  /** For an answer: longer than `statementMs`, so that a server that lives has the first word. */
  answerMs: number;
  /** A look is worth no longer wait than this. */
  lookMs: number;
  /** How long an unanswered look keeps its connection at most. */
  lookKeptMs: number;
  /** Longest wait of a visitor for a store that was lost: longer than most take that are switched over on purpose. */
  patienceMs: number;
  /** Longest wait of a start for either store: longer than automatic failovers take. */
  startMs: number;
  /** A write of a visitor's that was given up on is a reason not to be ready for so long. */
  doubtMs: number;
};

export const storeLimits: StoreLimits = {
  connectMs: 3_000,
  statementMs: 10_000,
  answerMs: 12_000,
  lookMs: 1_500,
  lookKeptMs: 30_000,
  patienceMs: 8_000,
  startMs: 120_000,
  doubtMs: 30_000,
};
