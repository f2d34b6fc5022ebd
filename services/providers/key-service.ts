import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { ProviderFailure } from "../observe/provider-failure.ts";
import { isLoopback, readSettings, type Settings } from "../settings/env.ts";
import { type SealedKey, sealedKeysIn, type Vault, withOpened } from "../settings/keys.ts";
import { BadSetting } from "../settings/kinds.ts";
import { type CallJson, createCallJson } from "./http.ts";
import type { KeyService } from "./ports.ts";

const timeoutMs = 3_000;

const login = z.object({ auth: z.object({ client_token: z.string().min(1) }) });
const encrypted = z.object({ data: z.object({ ciphertext: z.string().regex(/^vault:v\d+:[\w+/=-]+$/) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.base64().transform(textOf) }) });

/** The transit engine of HashiCorp Vault and OpenBao, by its HTTP interface. */
export function vaultKeys(callJson: CallJson, vault: Vault): KeyService {
  const { address, namespace, mount, key, account } = vault;
  const name = `Vault at ${new URL(address).host}`;
  const headers = { "X-Vault-Request": "true", ...(namespace && { "X-Vault-Namespace": namespace }) };

  /** A role's token lives as long as it takes to open the keys. */
  async function newToken(): Promise<string> {
    if (!account) throw new Error("Vault has to be asked by somebody.");
    if ("token" in account) return account.token;
    const { auth } = await callJson({
      provider: `The sign-in of ${name}`,
      url: `${address}/v1/auth/approle/login`,
      headers,
      body: { role_id: account.roleId, secret_id: account.secretId },
      timeoutMs,
      schema: login,
    });
    return auth.client_token;
  }
  async function ask<Answer>(verb: "encrypt" | "decrypt", body: object, schema: z.ZodType<Answer>) {
    return await callJson({
      provider: name,
      url: `${address}/v1/${mount}/${verb}/${key}`,
      headers: { ...headers, "X-Vault-Token": await newToken() },
      body,
      timeoutMs,
      schema,
    });
  }
  return {
    async open(sealed) {
      return (await ask("decrypt", { ciphertext: sealed }, decrypted)).data.plaintext;
    },
    async seal(text) {
      const plaintext = Buffer.from(text).toString("base64");
      return (await ask("encrypt", { plaintext }, encrypted)).data.ciphertext;
    },
  };
}

/** Keys are texts here; bytes that are none were sealed by somebody else, or for something else. */
function textOf(base64: string, context: z.core.$RefinementCtx): string {
  try {
    return new TextDecoder("utf8", { fatal: true }).decode(Buffer.from(base64, "base64"));
  } catch {
    context.addIssue({ code: "custom", message: "no text" });
    return z.NEVER;
  }
}

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
