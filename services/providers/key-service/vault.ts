import * as z from "zod";
import type { Vault } from "../../settings/keys.ts";
import type { CallJson } from "../http.ts";
import type { KeyService } from "../ports.ts";

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
