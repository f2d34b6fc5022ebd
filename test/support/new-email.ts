import { randomUUID } from "node:crypto";

/** An address that nobody has given so far: a test that is tried again finds what its first try has stored. */
export const newEmail = (name: string): string => `${name}-${randomUUID()}@example.com`;
