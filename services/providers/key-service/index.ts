import { setTimeout as pause } from "node:timers/promises";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { BadSetting } from "../../settings/bad-setting.ts";
import { isLoopback, readSettings, type Settings } from "../../settings/env.ts";
import type { Vault } from "../../settings/keys.ts";
import { type SealedKey, sealedKeysIn, withOpened } from "../../settings/keys.ts";
import { createCallJson } from "../http.ts";
import type { KeyService } from "../ports.ts";
import { vaultKeys } from "./vault.ts";

/** Waits before a second and a third try, in milliseconds: machine and Vault may start together. */
const waits = [500, 2_000];

/** Whatever is this long passes every check that a key has to pass before it is opened. */
const placeholder = "not opened yet".padEnd(32, ".");

type Env = Record<string, string | undefined>;

/**
 * Reads the settings, and has the keys among them that are sealed opened, once; from then on they are in memory only.
 * @throws BadSetting, before anybody is asked; Error in plain words when the key service does not open a key
 */
export async function readOpenedSettings(env: Env): Promise<Settings> {
  const keys = sealedKeysIn(env);
  if (keys.length === 0) return readSettings(env);
  const standIns = new Map(keys.map(({ sealed }) => [sealed, placeholder]));
  const service = keyService(readSettings(withOpened(env, keys, standIns)));
  const opened = new Map<string, string>();
  for (const each of keys) opened.set(each.sealed, await openedBy(service, each));
  return { ...readSettings(withOpened(env, keys, opened)), sealedKeys: keys };
}

/** @throws Error in plain words, which names the setting and quotes nothing of it */
export async function openedBy(service: KeyService, { setting, sealed }: SealedKey): Promise<string> {
  try {
    return await service.open(sealed);
  } catch (cause) {
    throw new Error(`${setting} is sealed and cannot be opened: ${reasonOf(cause)}.`);
  }
}

/**
 * The key service of the settings; it is asked again where it was out of reach.
 * @throws BadSetting without one that may be asked
 */
export function keyService({ vault }: Pick<Settings, "vault">): KeyService {
  if (!vault) throw new BadSetting(["VAULT_ADDR must be set, so that keys can be sealed and opened"]);
  const faults = faultsOf(vault);
  if (faults.length > 0) throw new BadSetting(faults);
  const adapter = vaultKeys(createCallJson([new URL(vault.address).origin]), vault);
  return {
    open: (sealed) => insisting(() => adapter.open(sealed)),
    seal: (text) => insisting(() => adapter.seal(text)),
  };
}

function faultsOf({ address, account }: Vault): string[] {
  const faults: string[] = [];
  if (!account) faults.push("VAULT_ADDR needs VAULT_TOKEN, or VAULT_ROLE_ID and VAULT_SECRET_ID");
  if (!address.startsWith("https:") && !isLoopback(address))
    faults.push("VAULT_ADDR must be https unless Vault is on this machine: keys come from there");
  return faults;
}

async function insisting<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const wait of waits) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(wait);
    }
  }
  return await ask();
}

/** Out of reach, too slow, or too much asked; a refusal is one at the third try as well. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof ProviderFailure &&
    (error.kind === "timeout" || error.kind === "unavailable" || error.status === 429)
  );
}

/** What operators do about it, by the status. */
const advice: Record<number, string> = {
  400: "it did not seal this with the key of VAULT_TRANSIT, or does not know the role",
  403: "its token or role has no right to this key, or has expired",
  404: "it has nothing at VAULT_TRANSIT",
  503: "it may be sealed itself",
};

/** In words, without a full stop. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof ProviderFailure)) throw failure;
  const more = advice[failure.status ?? 0];
  return more ? `${failure.message}; ${more}` : failure.message;
}
