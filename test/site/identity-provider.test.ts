import { createCookie } from "@remix-run/node";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSeal } from "../../services/guard/signing.ts";
import { startIdentityProvider, type Twist } from "../stubs/identity-provider.ts";
import { addPerson, password, trySignIn } from "../support/console-people.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, type Sent, send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";

const secret = "what-the-provider-knows-the-site-by";
const provider = during(
  () => startIdentityProvider(secret),
  ({ stop }) => stop(),
);
const settings = (issuer = provider.origin) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: "site",
  OIDC_CLIENT_SECRET: secret,
});
const ownSecret = "what this site signs its cookies with";
const site = siteForTests(() => ({
  stubs: false,
  TRUST_PROXY: "1",
  SESSION_SECRETS: ownSecret,
  ...settings(),
}));

const get = (path: string, cookie = "", headers = {}) =>
  send(site.url, path, { headers: { Cookie: cookie, ...headers } });
const masked = { claims: { roles: ["staff", "claimpath-leads-masked"] } };

/** Asks to sign in, as a browser that is then sent to the provider. @returns its cookie, and where the provider sends it back */
async function asked(to = ""): Promise<{ cookie: string; back: string }> {
  const sent = await get(`/console/provider?${new URLSearchParams({ to })}`);
  const there = new URL(sent.headers.location!);
  const { headers } = await send(there.origin, there.pathname + there.search);
  return { cookie: cookieOf(sent), back: headers.location!.replace(site.url, "") };
}

/** A whole sign-in, with the answer that the provider gives for this twist. */
async function signedIn(twist: Twist = masked, to?: string): Promise<Sent> {
  provider.control.twist = twist;
  const { back, cookie } = await asked(to);
  return get(back, cookie);
}
/** A browser's cookie from that much earlier. */
async function older(cookie: string, byMs: number): Promise<string> {
  const jar = createCookie("console-provider");
  const seal = createSeal([ownSecret], "identity provider");
  const kept = seal.open(await jar.parse(cookie)) as { at: number };
  const serialized = await jar.serialize(seal.seal({ ...kept, at: kept.at - byMs }));
  return serialized.split(";")[0]!;
}
const sessionOf = (sent: Sent) => /(?:^|; )(console=[^;]+)/.exec(cookieOf(sent))?.[1] ?? "";
const refusal = ({ headers }: Sent) => new URL(headers.location!, site.url).searchParams.get("refused");
const sessions = () => query(site.databaseFile, "select * from console_sessions where kind = 'session'");

beforeEach(() => {
  Object.assign(provider.control, { twist: masked, issuer: undefined, metadata: {} });
});

it("people sign in by their company's provider, beside those with a password", async () => {
  await addPerson(site, "ben", "charts");
  const page = await get("/console/sign-in?to=%2Fconsole%2Fdeliveries");
  const [, way] = /href="(\/console\/provider[^"]*)">Sign in with /.exec(page.text)!;
  expect(way).toBe("/console/provider?to=%2Fconsole%2Fdeliveries");
  const there = await get(way!);
  const { searchParams } = new URL(there.headers.location!);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `${site.url}/console/provider/back`,
  });
  const entered = await signedIn(masked, "/console/deliveries");
  expect([entered.status, entered.headers.location]).toEqual([303, "/console/deliveries"]);
  expect(entered.headers["set-cookie"]!.find((each) => each.startsWith("console="))).toMatch(
    /; HttpOnly; SameSite=Lax$/,
  );
  const session = sessionOf(entered);
  const inbox = await get("/console", session);
  expect(inbox.text).toMatch(/<span>ana \([\da-f]{12}\)<.*leads, masked/);
  expect((await get("/console/privacy", session)).status).toBe(403);
  expect((await get("/console/sessions", session)).text).toMatch(/ana \([\da-f]{12}\)/);
  expect(query(site.databaseFile, "select operator, command, about from readings")).toEqual([
    {
      operator: expect.stringMatching(/^ana \(/),
      command: "console sign in",
      about: "by the identity provider",
    },
  ]);
  expect(JSON.stringify(sessions()), "sealed by the browser's own secret").not.toContain("eyJ");
  expect((await trySignIn(site, { name: "ben", password, code: "" })).status).toBe(303);
});

it("signing out here leads to the provider, through a page of its own that works once", async () => {
  const session = sessionOf(await signedIn());
  const out = await send(site.url, "/console/sign-in", {
    form: { intent: "sign-out" },
    headers: { Cookie: session },
  });
  expect(out.headers.location).toMatch(/^\/console\/sign-out\?key=[\w-]{43}$/);
  expect((await get("/console", session)).status).toBe(404);
  const page = await get(out.headers.location!);
  const [, address] = /^0; url=(.+)$/.exec(page.headers.refresh as string)!;
  const { origin, pathname, searchParams } = new URL(address!);
  expect([page.status, origin + pathname]).toEqual([200, `${provider.origin}/end`]);
  expect(searchParams.get("id_token_hint")).toMatch(/^eyJ/);
  expect(searchParams.get("post_logout_redirect_uri")).toBe(`${site.url}/console/sign-in`);
  expect((await get(out.headers.location!)).headers.location).toBe("/console/sign-in");
  const stranger = await send(site.url, "/console/sign-in", { form: { intent: "sign-out" } });
  expect(stranger.headers.location).toBe("/console/sign-in");
});

describe("an answer of the provider's", holds("T138"), () => {
  const none = () => expect(sessions()).toEqual(before);
  let before: unknown[];
  beforeEach(() => {
    before = sessions();
  });

  it.each<[string, Twist]>([
    ["signed with another key", { ...masked, by: "a stranger's key" }],
    ["signed with the client's secret", { ...masked, by: "the client's secret" }],
    ["not signed at all", { ...masked, by: "none" }],
    ["for another question", { claims: { ...masked.claims, nonce: "another" } }],
    ["without what was asked", { claims: { ...masked.claims, nonce: undefined } }],
    ["for another site", { claims: { ...masked.claims, aud: "another" } }],
    ["of another provider", { claims: { ...masked.claims, iss: "https://idp.example" } }],
    ["that has run out", { claims: { ...masked.claims, exp: 1_700_000_000 } }],
    ["about nobody", { claims: { ...masked.claims, sub: undefined } }],
    ["about nobody by name", { claims: { ...masked.claims, sub: "" } }],
    ["about blank space", { claims: { ...masked.claims, sub: " " } }],
    ["without an ID token", { ...masked, besides: { id_token: undefined } }],
  ])("%s opens nothing", async (_, twist) => {
    expect(refusal(await signedIn(twist))).toBe("refused");
    none();
  });

  it("that comes back twice, too late, elsewhere or altered opens nothing", async () => {
    const { back, cookie } = await asked();
    expect(refusal(await get(back)), "to a browser that has not asked").toBe("expired");
    const other = await asked();
    expect(refusal(await get(back, other.cookie)), "to another browser's question").toBe("refused");
    expect(refusal(await get(back, cookie.replace(/.{9}$/, "AAAAAAAAA"))), "to a question made up").toBe(
      "expired",
    );
    const late = await asked();
    expect(refusal(await get(late.back, await older(late.cookie, 601_000))), "after ten minutes").toBe(
      "expired",
    );
    none();
    const slow = await asked();
    expect((await get(slow.back, await older(slow.cookie, 540_000))).headers.location).toBe("/console");
    expect((await get(back, cookie)).headers.location).toBe("/console");
    before = sessions();
    expect(refusal(await get(back, cookie)), "again").toBe("expired");
    for (const twisted of [/state=[^&]*/, /&state=[^&]*|\?state=[^&]*&/, /code=[^&]*/, /iss=[^&]*/]) {
      const { back, cookie } = await asked();
      expect(refusal(await get(back.replace(twisted, ""), cookie)), String(twisted)).toBe("refused");
    }
    const denied = await asked();
    const state = /state=[^&]*/.exec(denied.back)![0];
    expect(refusal(await get(`/console/provider/back?error=access_denied&${state}`, denied.cookie))).toBe(
      "refused",
    );
    none();
  });

  it("by another provider's name, or with a code that was stolen from another browser, opens nothing", async () => {
    provider.control.issuer = "https://idp.example";
    const mixed = await asked();
    expect(refusal(await get(mixed.back, mixed.cookie))).toBe("refused");
    provider.control.issuer = undefined;
    const [mine, stolen] = [await asked(), await asked()];
    const code = /code=[^&]*/.exec(stolen.back)![0];
    expect(refusal(await get(mine.back.replace(/code=[^&]*/, code), mine.cookie))).toBe("refused");
    none();
  });

  it("returns only to this site's own address, whatever host the browser names", async () => {
    const sent = await get("/console/provider?to=https://evil.test/console", "", {
      "X-Forwarded-Host": "evil.test",
    });
    expect(new URL(sent.headers.location!).searchParams.get("redirect_uri")).not.toContain("evil");
    for (const to of [
      "https://evil.test/console",
      "//evil.test",
      "/console/../..//evil.test",
      `/console?${"x".repeat(9_000)}`,
    ])
      expect((await signedIn(masked, to)).headers.location, to).toMatch(/^\/console\/?$/);
  });

  it("is requested at a limited rate", async () => {
    const from = { "X-Forwarded-For": "203.0.113.9" };
    for (let tries = 0; tries <= 100; tries++) {
      const { headers } = await get("/console/provider");
      const cookie = headers["set-cookie"]![0]!.split(";")[0]!;
      const answer = await get("/console/provider/back?error=x", cookie, from);
      expect(refusal(answer)).toBe(tries < 100 ? "refused" : "too many");
    }
  });
});

describe("a role", holds("T139"), () => {
  it.each<[string, Twist, string]>([
    [
      "that the person claims in the address",
      { claims: {}, besides: { roles: ["claimpath-leads"] } },
      "no role",
    ],
    [
      "of a group with a name like it",
      { claims: { roles: ["leads", "Claimpath-leads", "claimpath-admin"] } },
      "no role",
    ],
    [
      "of another claim",
      { claims: { groups: ["claimpath-leads"], "roles[]": "claimpath-leads" } },
      "no role",
    ],
    ["that is no text", { claims: { roles: { leads: "claimpath-leads" } } }, "no role"],
  ])("%s is not a role", async (_, twist, reason) => {
    provider.control.twist = twist;
    const { back, cookie } = await asked();
    expect(refusal(await get(`${back}&roles=claimpath-leads`, cookie))).toBe(reason);
  });

  it("is the highest that the provider names, and a name that people choose is never another's", async () => {
    const twist = (more: object) => ({ claims: { roles: ["claimpath-charts", "claimpath-leads"], ...more } });
    const nameOf = async (more: object) =>
      /<span>([^<]+ \([\da-f]{12}\))</.exec(
        (await get("/console/privacy", sessionOf(await signedIn(twist(more))))).text,
      )![1]!;
    const [ana, mallory] = [await nameOf({}), await nameOf({ sub: "666" })];
    expect(ana).not.toBe(mallory);
    expect(await nameOf({ preferred_username: "ben", sub: "667" })).toMatch(/^ben \(/);
    expect(await nameOf({ preferred_username: "first start", sub: "1" })).toMatch(/^firststart \(/);
    expect(await nameOf({ preferred_username: "<b>\u202Eé", sub: "1" })).toMatch(/^b \(/);
  });

  it("ends with the setting, and with the session that somebody else ends", async () => {
    const session = sessionOf(await signedIn());
    const boss = sessionOf(await signedIn({ claims: { roles: "claimpath-leads", sub: "boss" } }));
    const { text } = await get("/console/sessions", boss);
    const own = await get("/console/sessions", session);
    const [, id] = /name="session" value="(\w+)"/.exec(own.text)!;
    expect(text).toContain(id!);
    await send(site.url, "/console/sessions", { form: { session: id! }, headers: { Cookie: boss } });
    expect((await get("/console", session)).status).toBe(404);
  });
});

it("a provider that is away, or has another identity, is reported, and passwords still work", async () => {
  const other = await startIdentityProvider(secret);
  other.control.metadata = { issuer: "https://idp.example" };
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await using lost = await startSite({ stubs: false, ...settings(other.origin) });
  const ask = async () => refusal(await send(lost.url, "/console/provider"));
  // After a failure it is asked again in some seconds, however many press meanwhile.
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill("unreachable"));
  expect([await ask(), other.requests.length]).toEqual(["unreachable", 1]);
  vi.setSystemTime(Date.now() + 5_100);
  expect([await ask(), other.requests.length]).toEqual(["unreachable", 2]);
  await other.stop();
  vi.setSystemTime(Date.now() + 5_100);
  expect(await ask()).toBe("unreachable");
  const { text } = await send(lost.url, "/console/sign-in?refused=unreachable");
  expect(text).toContain("The identity provider cannot be reached at the moment.");
  expect(text).not.toContain("Nobody has a password yet");
  await addPerson(lost, "ben", "charts");
  expect((await trySignIn(lost, { name: "ben", password, code: "" })).status).toBe(303);
});

it("the identity provider is off without its settings, which belong together", async () => {
  const { status, stderr } = await runCommand("doctor", {
    OIDC_ISSUER: "https://idp.example",
    DATABASE_URL: site.databaseUrl,
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must be set too"),
  ]);
  const plain = await runCommand("doctor", {
    ...settings(),
    OIDC_ISSUER: "http://idp.example",
    DATABASE_URL: site.databaseUrl,
  });
  expect(plain.stderr).toContain(
    "OIDC_ISSUER must be an https address without a query, or http on this machine",
  );
  const found = await runCommand("doctor", { ...settings(), DATABASE_URL: site.databaseUrl });
  expect(found.stdout).toMatch(/ok +the identity provider can be reached at 127\.0\.0\.1:\d+\./);
});
