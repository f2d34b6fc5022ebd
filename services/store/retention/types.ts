/** What is kept for a time only; in the order in which it is swept. */
export const perishable = [
  "visits",
  "codes",
  "payloads",
  "leads",
  "undelivered",
  "contacts",
  "requests",
] as const;
export type Perishable = (typeof perishable)[number];

/** How long each is kept, in milliseconds; what is not named is kept. */
export type Ages = { [kind in Perishable]?: number };
export type Counts = { [kind in Perishable]?: number };

export interface Retention {
  /** Erases what is older, in small transactions; what another process is erasing just now is left to it. */
  sweep(ages: Ages): Promise<Counts>;
  /** How much of it there is, without erasing any. */
  expired(ages: Ages): Promise<Counts>;
}
