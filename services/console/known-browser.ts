import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Seal } from "../guard/signing.ts";

/** A browser in which these people have signed in. */
type KnownBrowser = { id: string; people: readonly string[] };

const kept = z.object({ id: z.string(), people: z.array(z.string()) });
/** Of a browser that more people share, those who signed in last. */
const mostPeople = 5;

/**
 * Tells a browser in which a person has signed in from a stranger's: its tries count by themselves, so that a stranger who tries
 * that person's name from everywhere does not shut them out (OWASP's device cookie). It lets nobody in.
 */
export function knownBrowsers(seal: Seal) {
  const read = (token: string | undefined): KnownBrowser | undefined => kept.safeParse(seal.open(token)).data;
  return {
    /** @returns the browser's id where this person has signed in with it */
    idFor(name: string, token: string | undefined): string | undefined {
      const known = read(token);
      return known?.people.includes(name) ? known.id : undefined;
    },
    /** The browser's token from now on. */
    withPerson(name: string, token: string | undefined): string {
      const { id, people } = read(token) ?? { id: randomBytes(16).toString("base64url"), people: [] };
      const others = people.filter((each) => each !== name);
      return seal.seal({ id, people: [name, ...others].slice(0, mostPeople) });
    },
  };
}
