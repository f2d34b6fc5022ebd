import { keyService, openedBy } from "../../providers/key-service.ts";
import type { Settings } from "../../settings/env.ts";
import { type Finding, ok, wrong } from "./finding.ts";

type Keys = Pick<Settings, "dataKeys" | "sealedKeys" | "vault">;

/** Where the keys come from, and whether the next start would get them. */
export async function lookAtKeys({ dataKeys, sealedKeys = [], vault }: Keys): Promise<Finding[]> {
  if (sealedKeys.length === 0)
    return dataKeys ? [ok("DATA_KEYS come from the environment as they are, not from a key service.")] : [];
  const service = keyService({ vault });
  const { host } = new URL(vault!.address);
  const names = [...new Set(sealedKeys.map(({ setting }) => setting))].join(", ");
  try {
    for (const each of sealedKeys) await openedBy(service, each);
    return [ok(`${names}: sealed in the environment, and opened by Vault at ${host} just now.`)];
  } catch (error) {
    return [wrong(`The site would not start again: ${(error as Error).message}`)];
  }
}
