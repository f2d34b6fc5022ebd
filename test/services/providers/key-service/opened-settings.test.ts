import { describe, expect, it } from "vitest";
import { lookAtKeys } from "../../../../services/operations/doctor/findings.ts";
import { readOpenedSettings } from "../../../../services/providers/key-service.ts";
import { readSettings } from "../../../../services/settings/env.ts";
import { isSealed } from "../../../../services/settings/kinds.ts";
import { startVault, vaultAccount } from "../../../stubs/vault.ts";
import { runCommand } from "../../../support/run-command.ts";
import { stubbed } from "../stubbed.ts";

const { stub } = await stubbed(startVault());
const [older, newer] = [
  "an older key of this site that is long enough",
  "a newer key of this site that is long enough",
];
const vault = { VAULT_ADDR: stub.origin, VAULT_TOKEN: vaultAccount.token };

describe("keys that the environment has in sealed form", () => {
  it("are opened, those in a list and beside open ones too", async () => {
    const settings = await readOpenedSettings({
      ...vault,
      DATA_KEYS: `${stub.sealed(newer)}, ${older}`,
      HASH_KEY: stub.sealed(older),
      SESSION_SECRETS: stub.sealed(newer),
      CONSENT_LOG_KEY: stub.sealed(newer),
    });
    expect(settings).toMatchObject({
      dataKeys: [newer, older],
      hashKey: older,
      sessionSecrets: [newer],
      consentLogKey: newer,
    });
  });

  it("are known by Vault's mark, whatever the number of the key's version", () => {
    for (const text of ["vault:v1:8SDd", " vault:v12:8SDd"]) expect(isSealed(text), text).toBe(true);
    for (const text of [newer, "vault:v:8SDd", "vault:v1", "a vault:v1:8SDd"])
      expect(isSealed(text), text).toBe(false);
  });

  it("are never taken for keys themselves", () => {
    for (const name of ["DATA_KEYS", "SESSION_SECRETS", "HASH_KEY", "CONSENT_LOG_KEY"])
      expect(() => readSettings({ ...vault, [name]: stub.sealed(newer) })).toThrow(`${name} must be`);
  });

  it("are not asked for where there are none", async () => {
    await readOpenedSettings({ ...vault, VAULT_ADDR: "https://vault.test", DATA_KEYS: newer });
    await readOpenedSettings({ ...vault, DATA_KEYS: newer });
    expect(stub.requests).toEqual([]);
  });

  it.each([
    ["VAULT_ADDR must be set", { VAULT_ADDR: "" }],
    ["VAULT_ADDR needs VAULT_TOKEN, or VAULT_ROLE_ID and VAULT_SECRET_ID", { VAULT_TOKEN: "" }],
    ["VAULT_ADDR must be https", { VAULT_ADDR: "http://vault.example:8200" }],
    ["VAULT_TRANSIT must be <mount>/<key>", { VAULT_TRANSIT: "claimpath" }],
    ["PORT must be", { PORT: "x" }],
  ])("say %s before anybody is asked", async (words, over) => {
    const reading = readOpenedSettings({ ...vault, DATA_KEYS: stub.sealed(newer), ...over });
    await expect(reading).rejects.toThrow(words);
    expect(stub.requests).toEqual([]);
  });

  it("are asked for again where Vault is not there yet", async () => {
    stub.seal(true);
    const reading = readOpenedSettings({ ...vault, DATA_KEYS: stub.sealed(newer) });
    await expect.poll(() => stub.requests.length).toBeGreaterThan(0);
    stub.seal(false);
    expect((await reading).dataKeys).toEqual([newer]);
  });

  it.each([
    ["refuses", { VAULT_TOKEN: "hvs.other" }, /status 403; its token or role has no right/],
    ["opens something short", { HASH_KEY: "short" }, /HASH_KEY must be at least 32 characters/],
  ])("stop the start in one sentence when Vault %s", async (_, over: Record<string, string>, words) => {
    const HASH_KEY = stub.sealed(over.HASH_KEY ?? older);
    const said = await readOpenedSettings({ ...vault, ...over, HASH_KEY }).catch(
      (error: Error) => error.message,
    );
    expect(said).toMatch(words);
    expect(said).not.toMatch(/vault:v|hvs\.|\n/);
  });

  it("are not asked for twice where Vault refuses", async () => {
    const reading = readOpenedSettings({ ...vault, VAULT_TOKEN: "hvs.other", DATA_KEYS: stub.sealed(newer) });
    await expect(reading).rejects.toThrow("DATA_KEYS is sealed and cannot be opened: Vault at 127.0.0.1");
    expect(stub.requests).toHaveLength(1);
  });
});

describe("doctor", () => {
  it("says where the keys come from, and whether the next start would get them", async () => {
    expect(await lookAtKeys(readSettings({}))).toEqual([]);
    expect(await lookAtKeys(readSettings({ DATA_KEYS: newer }))).toMatchObject([{ verdict: "ok" }]);
    const settings = await readOpenedSettings({ ...vault, DATA_KEYS: stub.sealed(newer) });
    const [found] = await lookAtKeys(settings);
    expect(found).toMatchObject({
      verdict: "ok",
      text: expect.stringMatching(/^DATA_KEYS: sealed .* just now/),
    });
    const refused = { ...settings, vault: { ...settings.vault!, account: { token: "hvs.revoked" } } };
    const [lost] = await lookAtKeys(refused);
    expect(lost).toMatchObject({ verdict: "wrong", text: expect.stringContaining("status 403") });
  });
});

describe("npm run claimpath -- keys seal", () => {
  const keyOfSite = "0fb1e8d2c3a4967f".repeat(2);
  const seal = (input: string, env = {}) => runCommand("keys seal", { ...vault, ...env }, { input });

  it("prints a new key that only Vault opens", async () => {
    const { status, stdout, stderr } = await seal("");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^vault:v1:\S+\n$/);
    const { dataKeys } = await readOpenedSettings({ ...vault, DATA_KEYS: stdout.trim() });
    expect(dataKeys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it("seals the key that a site has", async () => {
    const { stdout } = await seal(`${keyOfSite}\n`);
    const { dataKeys } = await readOpenedSettings({ ...vault, DATA_KEYS: stdout.trim() });
    expect(dataKeys).toEqual([keyOfSite]);
  });

  it("refuses in one sentence what is no key, and without Vault", async () => {
    for (const [input, env, words] of [
      ["short", {}, "32 characters"],
      ["", { VAULT_TOKEN: "hvs.other" }, "status 403"],
      ["", { VAULT_ADDR: "" }, "VAULT_ADDR must be set"],
    ] as const) {
      const { status, stdout, stderr } = await seal(input, env);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toContain(words);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
  });
});
