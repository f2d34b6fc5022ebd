import { BadSetting } from "./bad-setting.ts";
import { fictitiousFacts } from "./company.ts";
import { isLoopback, type Settings } from "./env.ts";

/** Top-level names that nobody can own (RFC 2606). */
const reserved = /\.(?:test|example|invalid|localhost)$/;

/** True where anyone may visit the site: by https, under a name that exists. */
export function isPublic(siteOrigin: string): boolean {
  const { protocol, hostname } = new URL(siteOrigin);
  return protocol === "https:" && !isLoopback(siteOrigin) && !reserved.test(hostname);
}

/** Few different characters, or a word that everybody tries first. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || /password|secret|12345|qwerty|example|change-?me/i.test(secret);
}

type Secrets = Pick<Settings, "siteOrigin" | "sessionSecrets" | "dataKeys" | "analystToken">;

/** One sentence for each setting with a secret that a stranger would try, if the site is public. */
export function guessableSecrets({ siteOrigin, ...settings }: Secrets): string[] {
  const secrets: [string, readonly string[]][] = [
    ["SESSION_SECRETS", settings.sessionSecrets ?? []],
    ["DATA_KEYS", settings.dataKeys ?? []],
    ["ANALYST_TOKEN", settings.analystToken ? [settings.analystToken] : []],
  ];
  const named = isPublic(siteOrigin) ? secrets.filter(([, values]) => values.some(isGuessable)) : [];
  return named.map(([name]) => `${name} can be guessed: make it with openssl rand -hex 32.`);
}

/**
 * One sentence for each receiver or service of a public site that cannot be a real one: real people's leads would go to a
 * stub, or to nobody. The start says them and goes on, because a program beside the site may pass leads on; `doctor`
 * calls it wrong.
 */
export function standInsOf(settings: Pick<Settings, "siteOrigin" | "standIns">): string[] {
  const known = isPublic(settings.siteOrigin) ? settings.standIns : [];
  return known
    .filter(({ where }) => where === "this machine" || where === "a reserved name")
    .map(({ setting, host, where }) =>
      where === "this machine"
        ? `${setting} leads to this machine (${host}): a stub would take what real people send.`
        : `${setting} leads to ${host}, a name of examples: nobody is there.`,
    );
}

/** One sentence for each receiver or service on another network whose way there is not encrypted. */
export function openWaysOf({ standIns }: Pick<Settings, "standIns">): string[] {
  return standIns
    .filter(({ where }) => where === "plain http")
    .map(({ setting, host }) => `${setting} is not https: what is sent to ${host} can be read on the way.`);
}

/**
 * A site that real people leave their numbers on must say whose it is, and keep them behind real secrets.
 * @throws BadSetting with each fact about the company that is still the fictitious default, and each secret that can be
 * guessed, if the site is public
 */
export function refusePlaceholders(settings: Secrets & Pick<Settings, "company">): void {
  const { siteOrigin, company } = settings;
  const faults = isPublic(siteOrigin) ? [...fictitiousFacts(company), ...guessableSecrets(settings)] : [];
  if (faults.length === 0) return;
  throw new BadSetting([
    `${siteOrigin} is a public site`,
    ...faults.map((sentence) => sentence.replace(/\.$/, "")),
  ]);
}

/** Real traffic: leads go to a buyer that is not a stub on this machine. */
export function hasRealBuyer({ leadProsperAccount, leadProsperUrl }: Settings): boolean {
  return leadProsperAccount !== undefined && !isLoopback(leadProsperUrl);
}
