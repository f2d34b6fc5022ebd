import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import type { Seal } from "../guard/signing.ts";
import type { Log } from "../observe/log.ts";
import { buyersIn } from "../providers/route.ts";
import type { Settings } from "../settings/env.ts";
import { isLoopback } from "../settings/near-addresses.ts";
import { secretKey } from "../store/engine/keys.ts";
import type { ConsoleSession } from "../store/rows.ts";
import { decrypted, encrypted } from "../store/sealed/cipher.ts";
import type { Store } from "../store/store.ts";
import { type IdentityProvider, identityProviderOf, type ProviderRefusal } from "./identity-provider.ts";
import { peopleFileOf, readPeople } from "./people-file.ts";
import { type AnyRole, ofBuyer, type Role, roles } from "./roles.ts";
import { type Credentials, judge } from "./sign-in.ts";

/** A browser in which these people have signed in. */
type KnownBrowser = { id: string; people: readonly string[] };

const kept = z.object({ id: z.string(), people: z.array(z.string()) });
/** In a browser that several people share, the newest sign-ins are kept. */
const mostPeople = 5;

/**
 * Distinguishes a browser in which a person has signed in from a stranger's: its tries are counted separately, so that
 * a stranger who tries that person's name from everywhere does not lock them out (OWASP's device cookie). It is not a
 * credential.
 */
function knownBrowsers(seal: Seal) {
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

/** A working day. */
const sessionMs = 12 * 60 * 60_000;
const linkMs = 30 * 60_000;
const leavingMs = 2 * 60_000;
/** The name of a person who signs in by the link of the first start; no other person can have it. */
export const firstStart = "first start";

/** The viewer of a page of the console. `session` is the hash under which theirs is stored. */
export type Viewer = { name: string; role: Role; session: string };

/** A person of a buyer, the receiver `buyer`: they see what is of this one, and nothing else of the console. */
export type Guest = { name: string; buyer: string; session: string };

/**
 * Where a request comes from: `token` belongs to its session, if it has one, and `known` tells who signed in with this
 * browser before.
 */
export type From = { ip: string; browser: string; token: string | undefined; known: string | undefined };

/**
 * The result of a sign-in: the new session's secret, for the browser alone, with the role, or why there is none.
 * `known` is for the browser to keep, beyond the session.
 */
export type SignedIn = { token: string; role: AnyRole; known?: string } | { refused: "wrong" | "too many" };

/** A session of somebody whom the identity provider vouches for; `to` is the page that they had asked for. */
type BegunByProvider = { token: string; role: Role; person: string; to: string };

export type Console = {
  /** Whether there is a console on this site at all. */
  isOpen(): boolean;
  /** Whether people sign in here, by a password or by the company's identity provider. */
  hasPeople(): boolean;
  /** The identity provider that people can also sign in with; undefined where none is set. */
  provider: Pick<IdentityProvider, "host" | "ask"> | undefined;
  /** A sign-in by what the identity provider has sent the browser back with. @param kept what the browser brought back */
  signInByProvider(
    search: string,
    kept: string | undefined,
    from: From,
  ): Promise<BegunByProvider | { refused: ProviderRefusal }>;
  /** The company's own person; a buyer's is none. */
  viewer(token: string | undefined): Promise<Viewer | undefined>;
  /** The person of a buyer, as long as its receiver is there. */
  guest(token: string | undefined): Promise<Guest | undefined>;
  signIn(credentials: Credentials, from: From): Promise<SignedIn>;
  /** A new one-time link's secret; undefined where people have passwords, or strangers can reach the site. */
  newLink(): Promise<string | undefined>;
  redeemLink(secret: string, from: From): Promise<SignedIn>;
  /** Ends a session, by its hash. */
  end(session: string): Promise<void>;
  /** Ends a browser's own session. @returns what `leave` takes, once, where the person came by the identity provider */
  signOut(token: string | undefined): Promise<string | undefined>;
  /** @returns the provider's page that ends the person's session there */
  leave(key: string): Promise<string | undefined>;
  sessions(): Promise<ConsoleSession[]>;
  /** A new session for a person who has just been authenticated; the browser's former session ends. */
  begin(person: string, role: AnyRole, from: From): Promise<{ token: string; role: AnyRole }>;
  /** The known browser of this person that sent a request: its tries are counted separately. */
  browserOf(name: string, from: From): string | undefined;
};

/** `seals` sign what a browser keeps beyond its session, and on its way to the identity provider and back. */
type Dependencies = {
  store: Store;
  seals: { browser: Seal; provider: Seal };
  log: Log;
  now: () => number;
};

export function consoleOf(settings: Settings, { store, seals, log, now }: Dependencies): Console {
  const { consoleSessions: sessions, budgets } = store;
  const provider = identityProviderOf(settings, { budgets, seal: seals.provider, log, now });
  const file = peopleFileOf(settings);
  const browsers = knownBrowsers(seals.browser);
  const people = () => readPeople(file);
  const hasPeople = () => provider !== undefined || Object.keys(people()).length > 0;
  const hasColleagues = () =>
    provider !== undefined || Object.values(people()).some(({ role }) => role !== ofBuyer);
  /** While none of the company has a password, a person who reads the terminal of a site on their own machine is let in. */
  const trustsTerminal = () => isLoopback(settings.siteOrigin) && !hasColleagues();
  /** A person of the file; of a buyer only while its receiver is there. */
  const personOf = (name: string) => {
    const known = people();
    const person = Object.hasOwn(known, name) ? known[name]! : undefined;
    const isGone = person?.buyer !== undefined && !buyersIn(settings).includes(person.buyer);
    return isGone ? undefined : person;
  };
  const sessionOf = async (token: string | undefined) =>
    token === undefined ? undefined : sessions.find(hashOf(token));

  const add = async (
    kind: ConsoleSession["kind"],
    person: string,
    forMs: number,
    browser: string,
    { role, idToken }: { role?: AnyRole; idToken?: string } = {},
  ) => {
    const token = randomBytes(32).toString("base64url");
    const [idHash, beganAt] = [hashOf(token), now()];
    const sealed = idToken === undefined ? null : encrypted(keyOf(token), idToken, placeOf(idHash));
    const expiresAt = beganAt + forMs;
    await sessions.add({
      idHash,
      kind,
      person,
      beganAt,
      expiresAt,
      browser,
      role: role ?? null,
      idToken: sealed,
    });
    return token;
  };
  /** The id is always a new one. */
  const begin = async <Of extends AnyRole>(
    person: string,
    role: Of,
    { browser, token }: From,
    idToken?: string,
  ) => {
    if (token !== undefined) await sessions.end(hashOf(token));
    const vouched = idToken === undefined ? {} : { role, idToken };
    return { token: await add("session", person, sessionMs, browser.slice(0, 200), vouched), role };
  };

  return {
    begin: (person, role, from) => begin(person, role, from),
    browserOf: (name, { known }) => browsers.idFor(name, known),
    isOpen: () => hasPeople() || trustsTerminal(),
    hasPeople,
    async viewer(token) {
      const session = await sessionOf(token);
      if (!session) return undefined;
      const { person: name, idHash } = session;
      if (session.role !== null) {
        const role = provider && roles.find((each) => each === session.role);
        return role && { name, role, session: idHash };
      }
      if (name === firstStart) {
        return trustsTerminal() ? { name, role: "leads", session: idHash } : undefined;
      }
      const role = personOf(name)?.role;
      return role === undefined || role === ofBuyer ? undefined : { name, role, session: idHash };
    },
    async guest(token) {
      const session = await sessionOf(token);
      // Whom the identity provider vouches for is of the company, also by the name of somebody in the file.
      if (!session || session.role !== null) return undefined;
      const { person: name, idHash } = session;
      const buyer = personOf(name)?.buyer;
      return buyer === undefined ? undefined : { name, buyer, session: idHash };
    },
    async signIn(credentials, from) {
      const { name } = credentials;
      const who = { ip: from.ip, browser: browsers.idFor(name, from.known) };
      const verdict = await judge(credentials, who, { file, budgets, now });
      if (verdict !== "right") return { refused: verdict };
      const person = personOf(name);
      if (!person) return { refused: "wrong" };
      const begun = await begin(name, person.role, from);
      return { ...begun, known: browsers.withPerson(name, from.known) };
    },
    newLink: async () => (trustsTerminal() ? add("link", firstStart, linkMs, "") : undefined),
    async redeemLink(secret, from) {
      const used = trustsTerminal() && (await sessions.end(hashOf(secret), "link"));
      return used ? begin(firstStart, "leads", from) : { refused: "wrong" };
    },
    provider,
    async signInByProvider(search, kept, from) {
      if (!provider) return { refused: "expired" };
      const found = await provider.answer(search, kept, from.ip);
      if ("refused" in found) return found;
      const { person, role, idToken, to } = found;
      return { ...(await begin(person, role, from, idToken)), person, to };
    },
    async end(session) {
      await sessions.end(session);
    },
    async signOut(token) {
      const ended = token === undefined ? undefined : await sessions.end(hashOf(token));
      if (!provider || !ended?.idToken) return undefined;
      return add("sign-out", ended.person, leavingMs, "", { idToken: idTokenOf(ended, token!) });
    },
    async leave(key) {
      const ended = await sessions.end(hashOf(key), "sign-out");
      return ended?.idToken ? provider?.signOutAddress(idTokenOf(ended, key)) : undefined;
    },
    sessions: () => sessions.list(),
  };
}

/** The provider's word about a person is sealed by their own browser's secret: a copy of the store does not have it. */
const keyOf = (token: string) => secretKey(token, "claimpath id token");
const placeOf = (idHash: string) => ({ table: "console_sessions", column: "id_token", row: [idHash] });
const idTokenOf = ({ idHash, idToken }: ConsoleSession, token: string) =>
  decrypted(keyOf(token), idToken!, placeOf(idHash));

/** The store keeps only the hash of a token that lets somebody in, so a copy of the store lets nobody in. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
