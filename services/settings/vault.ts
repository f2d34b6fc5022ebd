import * as z from "zod";
import * as is from "./kinds.ts";

/** Settings of a HashiCorp Vault or an OpenBao; the names are those that its own tools read. */
export const vaultShape = {
  VAULT_ADDR: is.httpUrl.optional(),
  VAULT_NAMESPACE: is.text().optional(),
  VAULT_TOKEN: is.key.optional(),
  VAULT_ROLE_ID: is.key.optional(),
  VAULT_SECRET_ID: is.key.optional(),
  VAULT_TRANSIT: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)+$/, "<mount>/<key>, such as transit/claimpath")
    .default("transit/claimpath"),
};

type Checked = z.infer<z.ZodObject<typeof vaultShape>>;

/** Where Vault is, and who we are there. */
export type Vault = {
  address: string;
  namespace?: string;
  /** Where the transit engine is mounted, for example `transit`. */
  mount: string;
  /** The engine's key, which never leaves Vault. */
  key: string;
  /** A token, or a role (AppRole) that gets one. */
  account: { token: string } | { roleId: string; secretId: string } | undefined;
};

export function vaultSettings(given: Checked): { vault: Vault | undefined } {
  const { VAULT_ADDR: address, VAULT_NAMESPACE: namespace, VAULT_TRANSIT: transit } = given;
  const { VAULT_TOKEN: token, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID: secretId } = given;
  if (!address) return { vault: undefined };
  const end = transit.lastIndexOf("/");
  const account = token ? { token } : roleId && secretId ? { roleId, secretId } : undefined;
  return {
    vault: { address, namespace, mount: transit.slice(0, end), key: transit.slice(end + 1), account },
  };
}
