import { describe, expect, it } from "vitest";
import { lookAtKeys } from "../../../services/operations/doctor/findings.ts";
import { createCallJson } from "../../../services/providers/http.ts";
import { readOpenedSettings, vaultKeys } from "../../../services/providers/key-service.ts";
import { readSettings } from "../../../services/settings/env.ts";
import type { Vault } from "../../../services/settings/keys.ts";
import { isSealed } from "../../../services/settings/kinds.ts";
import { startVault, vaultAccount } from "../../stubs/vault.ts";
import { runCommand } from "../../support/run-command.ts";
import { answered, stubbed } from "./stubbed.ts";

describe("opened settings", async () => {
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
      const reading = readOpenedSettings({
        ...vault,
        VAULT_TOKEN: "hvs.other",
        DATA_KEYS: stub.sealed(newer),
      });
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
});

describe("Vault", async () => {
  const { stub, callJson } = await stubbed(startVault());
  const { token, ...role } = vaultAccount;
  const key = "a key of this site, long enough for it";

  const vaultAt = (address: string, over: Partial<Vault> = {}): Vault => ({
    address,
    mount: "transit",
    key: "claimpath",
    account: { token },
    ...over,
  });
  const keys = (over?: Partial<Vault>) => vaultKeys(callJson, vaultAt(stub.origin, over));

  describe("Vault's transit engine", () => {
    it("seals a key and opens it", async () => {
      const sealed = await keys().seal(key);
      expect(sealed).toMatch(/^vault:v1:/);
      expect(await keys().open(sealed)).toBe(key);
    });

    it("is asked as its documentation says", async () => {
      const sealed = stub.sealed(key);
      await keys({ namespace: undefined }).open(sealed);
      const [asked] = stub.requests;
      expect(asked).toMatchObject({ method: "POST", path: "/v1/transit/decrypt/claimpath" });
      expect(asked?.headers).toMatchObject({
        "x-vault-token": token,
        "x-vault-request": "true",
        "content-type": "application/json",
      });
      expect(JSON.parse(asked!.body)).toEqual({ ciphertext: sealed });
    });

    it("is asked by a role with a token of its own", async () => {
      expect(await keys({ account: role }).open(stub.sealed(key))).toBe(key);
      const [login, asked] = stub.requests;
      expect(login).toMatchObject({ path: "/v1/auth/approle/login" });
      expect(JSON.parse(login!.body)).toEqual({ role_id: role.roleId, secret_id: role.secretId });
      expect(asked?.headers["x-vault-token"]).toMatch(/^hvs\.[0-9a-f]{32}$/);
    });

    it("is asked in its namespace", async () => {
      await using inside = await startVault({ namespace: "claims" });
      const call = (namespace?: string) =>
        vaultKeys(createCallJson([inside.origin]), vaultAt(inside.origin, { namespace })).open(
          inside.sealed(key),
        );
      expect(await call("claims")).toBe(key);
      await expect(call()).rejects.toMatchObject({ kind: "refused", status: 404 });
    });

    it("opens what an earlier version of its key sealed", async () => {
      const sealed = stub.sealed(key);
      stub.rotate();
      expect(await keys().open(sealed)).toBe(key);
      expect(await keys().seal(key)).toMatch(/^vault:v2:/);
    });

    it.each([
      ["a token that it does not know", { account: { token: "hvs.other" } }, 403],
      ["a role that it does not know", { account: { ...role, secretId: "other" } }, 400],
      ["a key that it does not have", { key: "other" }, 400],
      ["an engine that is not mounted", { mount: "other" }, 404],
    ])("refuses %s", async (_, over, status) => {
      const failure = await keys(over)
        .open(stub.sealed(key))
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: "refused", status });
      expect(String(failure)).not.toMatch(/hvs\.|vault:v|stub-role/);
    });

    it("refuses what was altered", async () => {
      const sealed = stub.sealed(key);
      const altered = `${sealed.slice(0, -6)}${sealed.at(-6) === "A" ? "B" : "A"}${sealed.slice(-5)}`;
      await expect(keys().open(altered)).rejects.toMatchObject({ kind: "refused", status: 400 });
    });

    it("is out of reach while Vault itself is sealed", async () => {
      stub.seal(true);
      await expect(keys().open(stub.sealed(key))).rejects.toMatchObject({ kind: "unavailable", status: 503 });
      stub.seal(false);
    });

    it.each([
      ["no JSON", "<html>"],
      ["no data", { data: null }],
      ["no plain text", { data: {} }],
      ["what is no base64", { data: { plaintext: "$$$" } }],
      ["bytes that are no text", { data: { plaintext: "/w==" } }],
    ])("is not understood when it answers with %s", async (_, body) => {
      const open = await answered({ body }, (call, origin) =>
        vaultKeys(call, vaultAt(origin)).open("vault:v1:AA=="),
      );
      expect(open).toMatchObject({ kind: "garbage" });
    });
  });
});
