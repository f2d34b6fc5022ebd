import { fictitiousFacts } from "./company.ts";
import { hasOwnOrigin, type Settings } from "./env.ts";
import { BadSetting } from "./kinds.ts";
import { isLoopback } from "./near-addresses.ts";

/** Reserved top-level names (RFC 2606). */
const reserved = /\.(?:test|example|invalid|localhost)$/;

/** True where anyone may visit the site: by https, under a name that exists. */
export function isPublic(siteOrigin: string): boolean {
  const { protocol, hostname } = new URL(siteOrigin);
  return protocol === "https:" && !isLoopback(siteOrigin) && !reserved.test(hostname);
}

/** True where the site has a name that strangers can use, by http as well. */
function isNamed(siteOrigin: string): boolean {
  return !isLoopback(siteOrigin) && !reserved.test(new URL(siteOrigin).hostname);
}

/**
 * True where production does not know its own name, and listens to other machines or serves behind a proxy: an operator
 * who forgets SITE_ORIGIN has to be told the rest, too.
 */
export function isOpenUnnamed(
  settings: Pick<Settings, "siteOrigin" | "port" | "host" | "trustProxy">,
): boolean {
  const isOpen = listensToOthers(settings) || settings.trustProxy > 0;
  return process.env.NODE_ENV === "production" && !hasOwnOrigin(settings) && isOpen;
}

function listensToOthers({ host }: Pick<Settings, "host">): boolean {
  return !/^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
}

/**
 * A sentence for each missing setting that gives strangers, or people with a copy of the store, more than they should
 * have.
 */
export function openFaults(
  settings: Pick<Settings, "siteOrigin" | "port" | "host" | "trustProxy" | "dataKeys">,
): string[] {
  const isUnnamed = isOpenUnnamed(settings);
  const isUnsealed = (isUnnamed || isNamed(settings.siteOrigin)) && settings.dataKeys === undefined;
  return [
    ...(isUnnamed
      ? [
          `SITE_ORIGIN is ${settings.siteOrigin}, which is its default, although ${
            listensToOthers(settings)
              ? "other machines can reach this one"
              : "a proxy lets others in (TRUST_PROXY)"
          }: cookies and links are those of this machine's own http.`,
        ]
      : []),
    ...(isUnsealed ? ["DATA_KEYS is not set: personal data is stored unencrypted."] : []),
  ];
}

/** Few different characters, or a word that everybody tries first. */
export function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || /password|secret|12345|qwerty|example|change-?me/i.test(secret);
}

type Secrets = Pick<
  Settings,
  "siteOrigin" | "port" | "host" | "trustProxy" | "sessionSecrets" | "dataKeys" | "analystToken"
>;

/** A sentence for each setting with a secret that a stranger would try, if strangers can. */
export function guessableSecrets(settings: Secrets): string[] {
  const secrets: [string, readonly string[]][] = [
    ["SESSION_SECRETS", settings.sessionSecrets ?? []],
    ["DATA_KEYS", settings.dataKeys ?? []],
    ["ANALYST_TOKEN", settings.analystToken ? [settings.analystToken] : []],
  ];
  const canTry = isNamed(settings.siteOrigin) || isOpenUnnamed(settings);
  const named = canTry ? secrets.filter(([, values]) => values.some(isGuessable)) : [];
  return named.map(([name]) => `${name} can be guessed: make it with openssl rand -hex 32.`);
}

/**
 * A sentence for each receiver or service of a public site that cannot be real: people's leads would go to a stub, or
 * to nobody. The start prints them and continues, because a program beside the site may pass leads on; `doctor` reports
 * them as wrong.
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

/** A sentence for each receiver or service on another network with an unencrypted connection. */
export function openWaysOf({ standIns }: Pick<Settings, "standIns">): string[] {
  return standIns
    .filter(({ where }) => where === "plain http")
    .map(({ setting, host }) => `${setting} is not https: what is sent to ${host} can be read on the way.`);
}

/**
 * A site that real people leave their numbers on must say whose it is, and keep them behind real secrets.
 * @throws BadSetting with each fact about the company that is still the fictitious default, and each secret that can be
 * guessed, if the site is public; the latter also where it is public by accident
 */
export function refusePlaceholders(settings: Secrets & Pick<Settings, "company">): void {
  const { siteOrigin, company } = settings;
  // A proxy on this machine may be a developer's own: `doctor` and the start's warnings report what it lets in.
  const secrets = guessableSecrets({ ...settings, trustProxy: 0 });
  const faults = [...(isPublic(siteOrigin) ? fictitiousFacts(company) : []), ...secrets];
  if (faults.length === 0) return;
  throw new BadSetting([
    isOpenUnnamed(settings) ? "Other machines can reach this site" : `${siteOrigin} is a public site`,
    ...faults.map((sentence) => sentence.replace(/\.$/, "")),
  ]);
}

/** Real traffic: leads go to a buyer that is not a stub on this machine. */
export function hasRealBuyer({ leadProsperAccount, leadProsperUrl }: Settings): boolean {
  return leadProsperAccount !== undefined && !isLoopback(leadProsperUrl);
}
