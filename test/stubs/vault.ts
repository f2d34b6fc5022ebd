import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { type StubReply, type StubRequest, startStub } from "./stub-server.ts";

/** The accounts this stub knows: a token, and a role whose sign-ins get tokens of their own. */
export const vaultAccount = { token: "hvs.stub-token", roleId: "stub-role", secretId: "stub-secret-id" };

const ivBytes = 12;
const tagBytes = 16;

/**
 * HashiCorp Vault's HTTP interface, as far as `transit/encrypt`, `transit/decrypt` and the sign-in by AppRole go, with one
 * key, `claimpath`, of type aes256-gcm96.
 * @param namespace wanted with every request, if given
 */
export async function startVault({ namespace }: { namespace?: string } = {}) {
  const versions = [randomBytes(32)];
  const tokens = new Set([vaultAccount.token]);
  let isSealed = false;

  function encrypt(plaintext: unknown): StubReply {
    if (typeof plaintext !== "string" || Buffer.from(plaintext, "base64").toString("base64") !== plaintext)
      return refusal(400, "failed to base64-decode plaintext");
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv("aes-256-gcm", versions.at(-1)!, iv);
    const body = [iv, cipher.update(plaintext, "base64"), cipher.final(), cipher.getAuthTag()];
    const version = versions.length;
    return secret({
      ciphertext: `vault:v${version}:${Buffer.concat(body).toString("base64")}`,
      key_version: version,
    });
  }

  function decrypt(ciphertext: unknown): StubReply {
    const [, version, base64 = ""] = /^vault:v(\d+):(.+)$/.exec(String(ciphertext)) ?? [];
    if (!version) return refusal(400, "invalid ciphertext: no prefix");
    const key = versions[Number(version) - 1];
    if (!key) return refusal(400, "invalid ciphertext: version is too new");
    const bytes = Buffer.from(base64, "base64");
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      const plain = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
      return secret({ plaintext: Buffer.concat(plain).toString("base64") });
    } catch {
      return refusal(400, "cipher: message authentication failed");
    }
  }

  function signIn({ role_id, secret_id }: Record<string, unknown>): StubReply {
    if (role_id !== vaultAccount.roleId || secret_id !== vaultAccount.secretId)
      return refusal(400, "invalid role or secret ID");
    const client_token = `hvs.${randomBytes(16).toString("hex")}`;
    tokens.add(client_token);
    const auth = { client_token, accessor: randomUUID(), policies: ["default", "claimpath"] };
    return secret(null, { ...auth, lease_duration: 60, renewable: false, token_type: "service" });
  }

  function answer({ method, path, headers, body }: StubRequest): StubReply {
    if (isSealed) return refusal(503, "Vault is sealed");
    if (method !== "POST") return refusal(405, "unsupported operation");
    if (headers["x-vault-namespace"] !== namespace) return refusal(404, "no handler for route");
    const fields = JSON.parse(body) as Record<string, unknown>;
    if (path === "/v1/auth/approle/login") return signIn(fields);
    if (!tokens.has(String(headers["x-vault-token"]))) return refusal(403, "permission denied");
    if (path === "/v1/transit/encrypt/claimpath") return encrypt(fields.plaintext);
    if (path === "/v1/transit/decrypt/claimpath") return decrypt(fields.ciphertext);
    if (path.startsWith("/v1/transit/")) return refusal(400, "encryption key not found");
    return refusal(404, "no handler for route");
  }

  const stub = await startStub(answer);
  return Object.assign(stub, {
    /** The transit key gets a new version; what older ones sealed is opened still. */
    rotate: () => void versions.push(randomBytes(32)),
    revoke: (token: string) => void tokens.delete(token),
    /** Vault's own seal, after a restart. */
    seal(sealed: boolean) {
      isSealed = sealed;
    },
    /** A sealed text of this plain text, as `vault write transit/encrypt/claimpath` prints it. */
    sealed(plain: string): string {
      const { body } = encrypt(Buffer.from(plain).toString("base64"));
      return (body as { data: { ciphertext: string } }).data.ciphertext;
    },
  });
}

/** The envelope of every answer. */
function secret(data: object | null, auth: object | null = null): StubReply {
  const lease = { lease_id: "", renewable: false, lease_duration: 0 };
  return { body: { request_id: randomUUID(), ...lease, data, wrap_info: null, warnings: null, auth } };
}

function refusal(status: number, error: string): StubReply {
  return { status, body: { errors: [error] } };
}
