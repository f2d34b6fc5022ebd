/** A row of the threat and fault table. */
export type Threat = {
  number: number;
  /** What goes wrong, or what somebody tries. */
  threat: string;
  /** What the site does then. */
  expected: string;
  /** Tests that show it; none where the row is not proven yet. */
  proofs: Proof[];
};

/** Tests of one file by their titles as they are written, alone or behind those they stand in ("describe › test"). */
export type Proof = [file: string, ...titles: string[]];
