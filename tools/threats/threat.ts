/** What goes wrong, or what somebody tries; what the site does then; and the tests that show it, by their files. */
export type Row = { threat: string; expected: string; proofs: Record<string, string[]> };

/** Tests of one file by their titles as they are written, alone or behind those they stand in ("describe › test"). */
export type Proof = [file: string, ...titles: string[]];

/** A row of the threat and fault table; without proofs it is not proven yet. */
export type Threat = Omit<Row, "proofs"> & { number: number; proofs: Proof[] };
