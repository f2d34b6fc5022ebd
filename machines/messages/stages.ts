/** The parts of a survey about an accident, in their order. */
export type Stage = "accident" | "case" | "contact";
