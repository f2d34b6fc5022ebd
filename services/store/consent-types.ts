/** What the visitor agreed to and how it is known. `text` is exactly what was on screen. */
export type ConsentBody = {
  text: string;
  version: string;
  language: string;
  /** Label of the button that gave the consent. */
  button: string;
  /** Path of the page, without its query. */
  page: string;
  ip: string;
  userAgent: string;
  phone: string;
  /** Build of the program that showed the form. */
  build: string;
  /** Further evidence: certificate ids, buyers displayed. */
  [more: string]: unknown;
};
export type NewConsent = { at: number; body: ConsentBody };

/** A stored consent. `body` is the JSON text that was hashed, byte for byte. */
export type ConsentRow = {
  seq: number;
  leadId: string;
  at: number;
  body: string;
  textSha256: string;
  previousHash: string;
  hash: string;
};

export interface Consents {
  ofLead(leadId: string): Promise<ConsentRow | undefined>;
  /** Survey leads whose consent is missing; none, unless somebody changed the store. */
  missing(): Promise<string[]>;
  /** In chain order. */
  iterate(): AsyncIterable<ConsentRow>;
}
