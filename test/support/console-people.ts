import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { peopleFileOf, readPeople } from "../../services/console/people-file.ts";
import { type AnyRole, needsFactor, type Role } from "../../services/console/roles.ts";
import { newSecondFactor } from "../../services/console/second-factor.ts";
import { cookieOf, type Sent, send } from "./send.ts";
import type { Site } from "./site.ts";

export const password = "correct horse battery";
/** Its hash, with a cost, stored in it, that is next to nothing: tests sign in hundreds of times. */
const hash = "scrypt$16$8$1$b2YgdGhlc2UgdGVzdHMuLg$6F5V9Yoig21Jx-vAHevr0s9OKx2ORgdOL0NUC4_r-2M";

/** A person of a site's console, with the key of their authenticator app where they have one. */
export type Member = { name: string; key?: string };

/** Adds a person to a site's file; with the second factor where the role needs it. @param buyer the receiver whose person it is */
export function addPerson(
  { databaseUrl }: Pick<Site, "databaseUrl">,
  name: string,
  role: AnyRole,
  buyer?: string,
) {
  const file = peopleFileOf({ databaseUrl, consolePeopleFile: undefined })!;
  const key = needsFactor(role) ? newSecondFactor() : undefined;
  mkdirSync(dirname(file), { recursive: true });
  const people = { ...readPeople(file), [name]: { role, buyer, password: hash, secondFactor: key } };
  writeFileSync(file, JSON.stringify(people));
  return { name, key };
}

/** The same as an operator does it. */
export function addByCommand({ databaseUrl }: Pick<Site, "databaseUrl">, name: string, role: Role): Member {
  const args = ["services/commands/claimpath.ts", "console", "add", name, "--role", role];
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: "test", DATABASE_URL: databaseUrl };
  const said = execFileSync(process.execPath, args, { env, input: `${password}\n`, encoding: "utf8" });
  return { name, key: /shown this once: ([A-Z2-7]+)/.exec(said)?.[1] };
}

/** The code that their app shows now, or so many periods of 30 seconds later. */
export function codeOf({ key }: Member, periods = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key!) });
  return totp.generate({ timestamp: Date.now() + periods * 30_000 });
}

export function trySignIn(
  site: Pick<Site, "url">,
  form: Record<string, string>,
  cookie?: string,
): Promise<Sent> {
  return send(site.url, "/console/sign-in", { form, headers: cookie ? { Cookie: cookie } : {} });
}

/** @returns the Cookie header of a person who is signed in */
export async function signedInCookie(site: Pick<Site, "url">, member: Member): Promise<string> {
  const code = member.key ? codeOf(member) : "";
  const answer = await trySignIn(site, { name: member.name, password, code });
  if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`);
  return cookieOf(answer);
}

/** @returns the Cookie header of a person who has used the one-time link of the first start */
export async function firstStartCookie(site: Pick<Site, "url" | "output">): Promise<string> {
  const [, key] = /\/console\/start\?key=([\w-]+)/.exec(site.output())!;
  return cookieOf(await send(site.url, "/console/start", { form: { key: key! } }));
}

/** The token for such a site's charts. */
export const chartsToken = "a-token-for-the-charts";

/** For a site whose charts can be seen. */
export const withCharts = { stubs: false, ANALYST_TOKEN: chartsToken };

/** Signs a visitor in, who is then at the given page. */
export async function signIn(page: Page, site: Site, path: string): Promise<void> {
  await page.request.post(`${site.url}/graphs/sign-in`, { form: { token: chartsToken }, maxRedirects: 0 });
  await page.goto(site.url + path);
}
