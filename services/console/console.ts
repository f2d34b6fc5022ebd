import { createHash, randomBytes } from "node:crypto";
import type { Seal } from "../guard/signing.ts";
import { isLoopback, type Settings } from "../settings/env.ts";
import type { ConsoleSession } from "../store/console-sessions.ts";
import type { Store } from "../store/types.ts";
import { knownBrowsers } from "./known-browser.ts";
import { peopleFileOf, readPeople } from "./people-file.ts";
import type { Role } from "./roles.ts";
import { type Credentials, judge } from "./sign-in.ts";

/** A working day. */
const sessionMs = 12 * 60 * 60_000;
const linkMs = 30 * 60_000;
/** Who signs in by the link of the first start; no person can have this name. */
export const firstStart = "first start";

/** Who looks at a page of the console. `session` is the hash by which theirs is kept. */
export type Viewer = { name: string; role: Role; session: string };

/**
 * Where a request comes from: `token` is of the session that it has, if it has one, and `known` tells who signed in with
 * the browser before.
 */
export type From = { ip: string; browser: string; token: string | undefined; known: string | undefined };

/**
 * What came of a sign-in: the new session's secret, for the browser alone, with the role, or why there is none. `known` is
 * for the browser to keep, beyond the session.
 */
export type SignedIn = { token: string; role: Role; known?: string } | { refused: "wrong" | "too many" };

export type Console = {
  /** Whether there is a console on this site at all. */
  isOpen(): boolean;
  /** Whether anybody has a password. */
  hasPeople(): boolean;
  viewer(token: string | undefined): Promise<Viewer | undefined>;
  signIn(credentials: Credentials, from: From): Promise<SignedIn>;
  /** A new one-time link's secret; undefined where people have passwords, or strangers can reach the site. */
  newLink(): Promise<string | undefined>;
  redeemLink(secret: string, from: From): Promise<SignedIn>;
  /** Ends a session, by its hash. */
  end(session: string): Promise<void>;
  sessions(): Promise<ConsoleSession[]>;
};

/** @param seal signs what a browser keeps beyond its session */
export function consoleOf(settings: Settings, store: Store, seal: Seal, now: () => number): Console {
  const { consoleSessions: sessions, budgets } = store;
  const file = peopleFileOf(settings);
  const browsers = knownBrowsers(seal);
  const people = () => readPeople(file);
  const hasPeople = () => Object.keys(people()).length > 0;
  /** As long as nobody has a password, who reads the terminal of a site on their own machine is let in. */
  const trustsTerminal = () => isLoopback(settings.siteOrigin) && !hasPeople();

  const add = async (kind: ConsoleSession["kind"], person: string, forMs: number, browser: string) => {
    const token = randomBytes(32).toString("base64url");
    const beganAt = now();
    const row = { idHash: hashOf(token), kind, person, beganAt, expiresAt: beganAt + forMs, browser };
    await sessions.add(row);
    return token;
  };
  /** The id is always a new one, and the one that the browser had is worth nothing from then on. */
  const begin = async (person: string, role: Role, { browser, token }: From) => {
    if (token !== undefined) await sessions.end(hashOf(token));
    return { token: await add("session", person, sessionMs, browser.slice(0, 200)), role };
  };

  return {
    isOpen: () => hasPeople() || trustsTerminal(),
    hasPeople,
    async viewer(token) {
      if (token === undefined) return undefined;
      const session = await sessions.find(hashOf(token));
      if (!session) return undefined;
      const { person: name, idHash } = session;
      if (name === firstStart) {
        return trustsTerminal() ? { name, role: "leads", session: idHash } : undefined;
      }
      const known = people();
      return Object.hasOwn(known, name) ? { name, role: known[name]!.role, session: idHash } : undefined;
    },
    async signIn(credentials, from) {
      const { name } = credentials;
      const who = { ip: from.ip, browser: browsers.idFor(name, from.known) };
      const verdict = await judge(credentials, who, { file, budgets, now });
      if (verdict !== "right") return { refused: verdict };
      const begun = await begin(name, people()[name]!.role, from);
      return { ...begun, known: browsers.withPerson(name, from.known) };
    },
    newLink: async () => (trustsTerminal() ? add("link", firstStart, linkMs, "") : undefined),
    async redeemLink(secret, from) {
      const used = trustsTerminal() && (await sessions.end(hashOf(secret), "link"));
      return used ? begin(firstStart, "leads", from) : { refused: "wrong" };
    },
    async end(session) {
      await sessions.end(session);
    },
    sessions: () => sessions.list(),
  };
}

/** A copy of the store lets nobody in. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
