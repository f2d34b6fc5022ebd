import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { Secret } from "otpauth";
import * as z from "zod";
import { type Console, type From, hashOf, type Viewer } from "../../console/console.ts";
import { faultOfPassword, hashOfNobody, hashOfPassword } from "../../console/passwords.ts";
import {
  changePeople,
  FixedPeople,
  type People,
  type Person,
  peopleFileOf,
  personName,
  readPeople,
} from "../../console/people-file.ts";
import { type AnyRole, needsFactor, ofBuyer } from "../../console/roles.ts";
import { newSecondFactor, periodOfCode } from "../../console/second-factor.ts";
import { judge, spendCode } from "../../console/sign-in.ts";
import { createSeal } from "../../guard/signing.ts";
import type { Metrics } from "../../observe/metrics.ts";
import { buyersIn } from "../../providers/route.ts";
import type { Settings } from "../../settings/env.ts";
import type { Store } from "../../store/store.ts";

/** How long a new key may be shown before a code from it is required, in milliseconds. */
const offerMs = 30 * 60_000;

/** A key for an authenticator app that counts once a code has proved that the app has it. `sealed` goes through the form. */
export type OfferedFactor = { key: string; sealed: string };

/**
 * Why nothing was changed. `wrong`: the present password, or the code; not which. `unproved`: the new app's code.
 * `void`: the colleague's code was used, or is too old.
 */
export type AccountFault =
  | { kind: "wrong" | "too many" | "fixed" | "unproved" | "void" | "unknown" | "own" }
  | { kind: "password" | "name" | "buyer"; words: string };

/** A new session that replaces all former ones, or why nothing was changed. */
export type AccountChanged = { token: string; role: AnyRole } | { fault: AccountFault };

/** The present credentials, as for a sign-in. */
export type Proof = { password: string; code: string };

/** The person whom a colleague’s code is for. */
export type Renewal = { name: string; needsFactor: boolean };

/** A person as colleagues see them. `renewalUntil`: there is a code for them that is good until then. */
export type Colleague = Pick<Person, "role" | "buyer"> & {
  name: string;
  hasFactor: boolean;
  renewalUntil: number | undefined;
};

/** Passwords and second factors of the people of the file, as they and their colleagues change them. */
export type Accounts = {
  /** Whether the site can read the file of people and not change it. */
  isFixed(): boolean;
  /** @returns undefined for a person without a password here */
  own(viewer: Viewer): { hasFactor: boolean } | undefined;
  /** @param sealed the same again, where a form brought it */
  offer(name: string, sealed?: string): OfferedFactor;
  changePassword(viewer: Viewer, proof: Proof, wanted: string, from: From): Promise<AccountChanged>;
  changeFactor(
    viewer: Viewer,
    proof: Proof,
    wanted: { sealed: string; code: string },
    from: From,
  ): Promise<AccountChanged>;
  colleagues(): Promise<Colleague[]>;
  /** The receivers whose people can be invited. */
  buyers(): readonly string[];
  /** Adds a person of a buyer. @returns a code that works once, with which they set a password and second factor */
  invite(viewer: Viewer, name: string, buyer: string): Promise<{ code: string } | { fault: AccountFault }>;
  /** Takes a person of a buyer off, and ends their sessions. @returns undefined where it is done */
  dismiss(viewer: Viewer, name: string): Promise<AccountFault | undefined>;
  /** Ends what a person signs in with, and their sessions. @returns a code that works once, with which they set both again */
  makeVoid(viewer: Viewer, name: string, why: string): Promise<{ code: string } | { fault: AccountFault }>;
  /** The person whom a code is for; the code is not used up. */
  renewalOf(code: string): Promise<Renewal | undefined>;
  renew(
    code: string,
    wanted: { password: string; sealed: string; code: string },
    from: From,
  ): Promise<AccountChanged>;
};

/** How long a colleague's code is valid, in milliseconds. */
const renewalMs = 60 * 60_000;

/** Colleagues' codes, of which the store has hashes. */
function renewalsIn({ consoleSessions: sessions }: Pick<Store, "consoleSessions">, now: () => number) {
  /** The hash of a code in its original form, however it was read out and typed. */
  const hash = (code: string) => hashOf(code.toUpperCase().replace(/[^A-Z2-7]/g, ""));
  return {
    async add(person: string): Promise<string> {
      // 160 bits in letters and digits that are easy to read out.
      const code = new Secret({ size: 20 }).base32;
      const beganAt = now();
      await sessions.add({
        idHash: hash(code),
        kind: "renewal",
        person,
        beganAt,
        expiresAt: beganAt + renewalMs,
        browser: "",
        role: null,
        idToken: null,
      });
      return code.replace(/.{4}(?=.)/g, "$&-");
    },
    /** @returns the name of the person whom the code is for */
    find: async (code: string) => (await sessions.find(hash(code), "renewal"))?.person,
    /** @returns whether the code was good: if two people send it at once, one of them succeeds */
    end: async (code: string) => (await sessions.end(hash(code), "renewal")) !== undefined,
  };
}

const offered = z.strictObject({ name: z.string(), key: z.string(), until: z.int() });

/** True where nothing can be changed: without a file there is nothing to change. */
function isFixed(file: string | undefined): boolean {
  if (file === undefined) return true;
  try {
    accessSync(dirname(file), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** What a running site passes to the pages of accounts. */
type Site = {
  settings: Settings;
  secrets: readonly string[];
  store: Pick<Store, "budgets" | "readings" | "consoleSessions">;
  console: Pick<Console, "begin" | "browserOf">;
  metrics: Pick<Metrics, "consoleVoids">;
  now: () => number;
};

export function accountsOf({ settings, secrets, store, console, metrics, now }: Site): Accounts {
  const { budgets, readings, consoleSessions } = store;
  const file = peopleFileOf(settings);
  const renewals = renewalsIn(store, now);
  /** Signs a new key of an authenticator app until it is proved. */
  const seal = createSeal(secrets, "second factor");
  const personOf = (name: string): Person | undefined => {
    const people = readPeople(file);
    return Object.hasOwn(people, name) ? people[name] : undefined;
  };
  const opened = (name: string, sealed: string | undefined) => {
    const { data } = offered.safeParse(seal.open(sealed));
    return data && data.name === name && data.until > now() ? data.key : undefined;
  };
  /** The key of an offer whose code was given; this uses the code up. */
  const proved = async (name: string, sealed: string, code: string) => {
    const key = opened(name, sealed);
    const period = key === undefined ? undefined : periodOfCode(key, code, now());
    if (period === undefined) return undefined;
    // A sign-in then treats the code as used. A code of another key used in the same half minute does not matter here.
    await spendCode(name, period, now(), budgets);
    return key;
  };
  /** @param change undefined where the people are no longer as it needs them */
  const changedAll = async (change: (people: People) => Promise<People | undefined>) => {
    let isDone = false;
    const write = changePeople(file!, async (people) => {
      const after = await change(people);
      isDone = after !== undefined;
      return after;
    });
    const isFixedNow = await write.then(
      () => false,
      (error: unknown) => {
        if (error instanceof FixedPeople) return true;
        throw error;
      },
    );
    if (isFixedNow) return { kind: "fixed" } as const;
    return isDone ? undefined : ({ kind: "void" } as const);
  };
  /** @param change undefined where the person is no longer as they were judged */
  const changed = (name: string, change: (person: Person) => Promise<Person | undefined>) =>
    changedAll(async (people) => {
      const person = Object.hasOwn(people, name) ? await change(people[name]!) : undefined;
      return person && { ...people, [name]: person };
    });
  /** Sessions under the old password or factor end, including this browser's, which gets another one. */
  const restarted = async (name: string, role: AnyRole, from: From) => {
    await consoleSessions.endOf(name);
    return console.begin(name, role, from);
  };
  /** @returns the person, once they have proved to be it as at a sign-in, with the same tries */
  const judged = async (
    { name }: Viewer,
    proof: Proof,
    from: From,
  ): Promise<{ person: Person } | { fault: AccountFault }> => {
    const person = personOf(name);
    if (!person) return { fault: { kind: "unknown" } };
    if (isFixed(file)) return { fault: { kind: "fixed" } };
    const who = { ip: from.ip, browser: console.browserOf(name, from) };
    const verdict = await judge({ name, ...proof }, who, { file, budgets, now });
    return verdict === "right" ? { person } : { fault: { kind: verdict } };
  };
  const replace = async (
    { name, role }: Viewer,
    { before, after, command }: { before: Person; after: Person; command: string },
    from: From,
  ): Promise<AccountChanged> => {
    const fault = await changed(name, async (person) => {
      // A colleague, or the command, may have been first.
      if (person.password !== before.password || person.secondFactor !== before.secondFactor)
        return undefined;
      await readings.add(name, command, []);
      return { ...after, role: person.role, buyer: person.buyer };
    });
    return fault ? { fault } : restarted(name, role, from);
  };

  return {
    isFixed: () => isFixed(file),
    own({ name }) {
      const person = personOf(name);
      return person && { hasFactor: person.secondFactor !== undefined };
    },
    offer(name, sealed) {
      const known = opened(name, sealed);
      if (known !== undefined) return { key: known, sealed: sealed! };
      const key = newSecondFactor();
      return { key, sealed: seal.seal({ name, key, until: now() + offerMs }) };
    },
    async changePassword(viewer, proof, wanted, from) {
      const words =
        faultOfPassword(wanted, viewer.name) ??
        (wanted === proof.password ? "This is the password that you have." : undefined);
      if (words) return { fault: { kind: "password", words } };
      const found = await judged(viewer, proof, from);
      if ("fault" in found) return found;
      const { person } = found;
      const after = { ...person, password: await hashOfPassword(wanted) };
      return replace(viewer, { before: person, after, command: "console change password" }, from);
    },
    async changeFactor(viewer, proof, { sealed, code }, from) {
      // Checks first who they are: somebody who may not change this must learn nothing about a new key's codes.
      const found = await judged(viewer, proof, from);
      if ("fault" in found) return found;
      const { person } = found;
      const secondFactor = await proved(viewer.name, sealed, code);
      if (secondFactor === undefined) return { fault: { kind: "unproved" } };
      const after = { ...person, secondFactor };
      return replace(viewer, { before: person, after, command: "console change second factor" }, from);
    },
    async colleagues() {
      const waiting = await consoleSessions.list("renewal");
      return Object.entries(readPeople(file)).map(([name, { role, buyer, secondFactor }]) => ({
        name,
        role,
        buyer,
        hasFactor: secondFactor !== undefined,
        renewalUntil: waiting.find(({ person }) => person === name)?.expiresAt,
      }));
    },
    buyers: () => buyersIn(settings),
    async invite(viewer, name, buyer) {
      if (!personName.test(name)) {
        const words = "A letter first, then lower-case letters, digits, dots and hyphens; 40 at most.";
        return { fault: { kind: "name", words } };
      }
      if (!buyersIn(settings).includes(buyer))
        return { fault: { kind: "buyer", words: "Choose a receiver that pays for leads." } };
      if (isFixed(file)) return { fault: { kind: "fixed" } };
      const fault = await changedAll(async (people) => {
        if (Object.hasOwn(people, name)) return undefined;
        await readings.add(viewer.name, "console invite", [], { about: `${name} ${buyer}` });
        return { ...people, [name]: { role: ofBuyer, buyer, password: hashOfNobody() } };
      });
      if (fault?.kind === "void")
        return { fault: { kind: "name", words: "Somebody has this name already." } };
      return fault ? { fault } : { code: await renewals.add(name) };
    },
    async dismiss(viewer, name) {
      if (isFixed(file)) return { kind: "fixed" };
      const fault = await changedAll(async (people) => {
        const { [name]: person, ...others } = people;
        if (person?.buyer === undefined) return undefined;
        await readings.add(viewer.name, "console dismiss", [], { about: `${name} ${person.buyer}` });
        return others;
      });
      if (fault) return fault.kind === "void" ? { kind: "unknown" } : fault;
      await consoleSessions.endOf(name);
      return undefined;
    },
    async makeVoid(viewer, name, why) {
      if (name === viewer.name) return { fault: { kind: "own" } };
      if (!personOf(name)) return { fault: { kind: "unknown" } };
      if (isFixed(file)) return { fault: { kind: "fixed" } };
      const fault = await changed(name, async (person) => {
        await readings.add(viewer.name, "console void sign-in", [], { about: name, reason: why });
        // The old key opens nothing without a password; its presence says that a new one has to be set.
        return { ...person, password: hashOfNobody() };
      });
      if (fault) return { fault };
      metrics.consoleVoids.inc();
      await consoleSessions.endOf(name);
      return { code: await renewals.add(name) };
    },
    async renewalOf(code) {
      const name = await renewals.find(code);
      const person = name === undefined ? undefined : personOf(name);
      return person && { name: name!, needsFactor: needsFactorAgain(person) };
    },
    async renew(code, wanted, from) {
      const name = await renewals.find(code);
      const person = name === undefined ? undefined : personOf(name);
      if (name === undefined || !person) return { fault: { kind: "void" } };
      if (isFixed(file)) return { fault: { kind: "fixed" } };
      const words = faultOfPassword(wanted.password, name);
      if (words) return { fault: { kind: "password", words } };
      const secondFactor = needsFactorAgain(person)
        ? await proved(name, wanted.sealed, wanted.code)
        : undefined;
      if (needsFactorAgain(person) && secondFactor === undefined) return { fault: { kind: "unproved" } };
      const password = await hashOfPassword(wanted.password);
      const fault = await changed(name, async ({ role, buyer }) => {
        if (!(await renewals.end(code))) return undefined;
        await readings.add(name, "console renew sign-in", []);
        return { role, buyer, password, secondFactor };
      });
      return fault ? { fault } : restarted(name, person.role, from);
    },
  };
}

/** A person who had one needs one again. */
const needsFactorAgain = ({ role, secondFactor }: Person) => needsFactor(role) || secondFactor !== undefined;
