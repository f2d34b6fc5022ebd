import { describe, expect, it } from "vitest";
import { createCallJson } from "../../../../services/providers/http.ts";
import { vaultKeys } from "../../../../services/providers/key-service.ts";
import type { Vault } from "../../../../services/settings/keys.ts";
import { startVault, vaultAccount } from "../../../stubs/vault.ts";
import { answered, stubbed } from "../stubbed.ts";

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
