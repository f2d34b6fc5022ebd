import { hourMs } from "../guard/budget.ts";
import { networksOf } from "../guard/network-of.ts";
import type { Share } from "../store/guards/budgets.ts";
import type { Store } from "../store/store.ts";
import { comparedInTurn, hashOfNobody } from "./passwords.ts";
import { readPeople } from "./people-file.ts";
import { needsFactor } from "./roles.ts";
import { periodOfCode } from "./second-factor.ts";

export type Credentials = { name: string; password: string; code: string };

/**
 * Tries in an hour: for one name from one network, from one network, for one name from anywhere, and for one name from a
 * browser in which that person has signed in before.
 */
const most = { both: 10, network: 30, name: 100, known: 10 };
/** Networks that hold others get this many times what the next smaller one gets: a /48 has 65,536 of a household's. */
const wider = 2;

/** Compared for an unknown person, so that an answer takes as long. */
const nobodysHash = hashOfNobody();

/**
 * Judges a sign-in. Every try is counted before anything is compared, the right one too. The fault is not revealed:
 * neither whether the name exists, nor whether only the code was wrong.
 * @param from `browser`: a browser with which this person has signed in before
 * @param file of the people
 */
export async function judge(
  { name, password, code }: Credentials,
  from: { ip: string; browser: string | undefined },
  { file, budgets, now }: { file: string | undefined; budgets: Store["budgets"]; now: () => number },
): Promise<"right" | "wrong" | "too many"> {
  const at = now();
  if (await budgets.take(tries(name, from), at)) return "too many";
  const people = readPeople(file);
  const person = Object.hasOwn(people, name) ? people[name] : undefined;
  const isRight = await comparedInTurn(password, person?.password ?? nobodysHash, from.browser !== undefined);
  if (isRight === undefined) return "too many";
  if (!person || !isRight) return "wrong";
  const { role, secondFactor } = person;
  // A person with one always uses it, and without one nobody sees personal data.
  if (secondFactor === undefined) return needsFactor(role) ? "wrong" : "right";
  const period = periodOfCode(secondFactor, code, at);
  if (period === undefined) return "wrong";
  return (await spendCode(name, period, at, budgets)) ? "right" : "wrong";
}

/** Invalidates a code, in case somebody has read it over a shoulder. @returns whether it was unused */
export async function spendCode(
  name: string,
  period: number,
  at: number,
  budgets: Store["budgets"],
): Promise<boolean> {
  const once = { name: "console code", of: `${name} ${period}`, windowMs: hourMs, most: 1 };
  return !(await budgets.take([once], at));
}

function tries(name: string, { ip, browser }: { ip: string; browser: string | undefined }): Share[] {
  if (browser !== undefined)
    return [{ name: "console tries browser", of: `${browser} ${name}`, windowMs: hourMs, most: most.known }];
  const networks = networksOf(ip);
  return [
    { name: "console tries both", of: `${networks[0]} ${name}`, windowMs: hourMs, most: most.both },
    ...networks.map((of, index) => ({
      name: "console tries network",
      of,
      windowMs: hourMs,
      most: most.network * wider ** index,
    })),
    { name: "console tries name", of: name, windowMs: hourMs, most: most.name },
  ];
}
