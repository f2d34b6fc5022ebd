import { createHash } from "node:crypto";
import * as oauth from "oauth4webapi";
import * as z from "zod";
import { hourMs } from "../guard/budget.ts";
import { networksOf } from "../guard/network-of.ts";
import type { Seal } from "../guard/signing.ts";
import { errorName, type Log } from "../observe/log.ts";
import type { Settings } from "../settings/env.ts";
import { isLoopback } from "../settings/near-addresses.ts";
import type { Store } from "../store/store.ts";
import { type Role, roles } from "./roles.ts";

/** Where the provider sends people back to after signing in, and after signing out. */
const [backPath, signedOutPath] = ["/console/provider/back", "/console/sign-in"];
const timeoutMs = 10_000;
/** How long a sign-in there may take, in milliseconds. */
const longestMs = 10 * 60_000;
/**
 * Answers in an hour that are passed on to the provider for one network; the networks around it get twice and four
 * times as many.
 */
const mostAnswers = 100;

const keptShape = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  at: z.int(),
});

/** `expired`: the browser has not asked for this, or not lately. */
export const providerRefusals = ["expired", "refused", "no role", "too many", "unreachable"] as const;
export type ProviderRefusal = (typeof providerRefusals)[number];

/** A person whom the provider has authenticated, and the requested page. */
export type Vouched = { person: string; role: Role; idToken: string; to: string };

/** The company's identity provider, as the console uses it: OpenID Connect's authorization code flow with PKCE. */
export type IdentityProvider = {
  host: string;
  /**
   * @param to the requested page
   * @returns the provider's page to open, and what the browser has to bring back; undefined where it cannot be reached
   */
  ask(to: string): Promise<{ address: string; kept: string } | undefined>;
  /** @param search the query that the provider has sent the browser back with @param kept what the browser has brought back */
  answer(
    search: string,
    kept: string | undefined,
    ip: string,
  ): Promise<Vouched | { refused: ProviderRefusal }>;
  /** The provider's page that ends the person's session; undefined where there is none. */
  signOutAddress(idToken: string): Promise<string | undefined>;
};

type Dependencies = { budgets: Store["budgets"]; seal: Seal; log: Log; now: () => number };

/** @returns undefined where no provider is set */
export function identityProviderOf(
  { identityProvider, siteOrigin }: Settings,
  { budgets, seal, log, now }: Dependencies,
): IdentityProvider | undefined {
  if (!identityProvider) return undefined;
  const { issuer, clientId, clientSecret, roleClaim } = identityProvider;
  const client: oauth.Client = { client_id: clientId };
  const redirectUri = siteOrigin + backPath;
  const options = () => ({
    [oauth.allowInsecureRequests]: isLoopback(issuer),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const server = kept(hourMs, now, async () => {
    const asked = new URL(issuer);
    return oauth.processDiscoveryResponse(asked, await oauth.discoveryRequest(asked, options()));
  });
  const failed = (error: unknown) => {
    const { code } = error as { code?: string };
    log("console.provider_failed", { error: errorName(error), code });
    return undefined;
  };

  /** @throws what the library has against the answer */
  async function claimsOf(search: string, { state, nonce, verifier }: z.infer<typeof keptShape>) {
    const as = await server();
    const answer = oauth.validateAuthResponse(as, client, new URLSearchParams(search), state);
    const by = authenticationFor(as, clientSecret);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      by,
      answer,
      redirectUri,
      verifier,
      options(),
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, expected);
    // TLS alone would satisfy the standard; a proxy that terminates TLS could forge the token, though.
    await oauth.validateApplicationLevelSignature(as, response, options());
    const claims = oauth.getValidatedIdTokenClaims(tokens)!;
    // All people without a subject would count as one.
    if (claims.sub.trim() === "") throw new Error("The ID token names nobody.");
    return { claims, idToken: tokens.id_token! };
  }

  return {
    host: new URL(issuer).host,
    async ask(to) {
      const as = await server().catch(failed);
      if (!as?.authorization_endpoint) return undefined;
      const verifier = oauth.generateRandomCodeVerifier();
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
      const address = new URL(as.authorization_endpoint);
      const asked = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: "openid profile email",
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      };
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
      const page = to.length < 1_000 ? to : "";
      return { address: address.href, kept: seal.seal({ state, nonce, verifier, to: page, at: now() }) };
    },
    async answer(search, token, ip) {
      const asked = keptShape.safeParse(seal.open(token)).data;
      const at = now();
      if (!asked || at - asked.at > longestMs) return { refused: "expired" };
      const shares = networksOf(ip).map((of, index) => ({
        name: "console answers",
        of,
        windowMs: hourMs,
        most: mostAnswers * 2 ** index,
      }));
      if (await budgets.take(shares, at)) return { refused: "too many" };
      // A provider that accepts a code twice cannot be relied on here: each answer counts once.
      const once = { name: "console answer", of: asked.state, windowMs: hourMs, most: 1 };
      if (await budgets.take([once], at)) return { refused: "expired" };
      const found = await claimsOf(search, asked).catch(failed);
      if (!found) return { refused: "refused" };
      const { claims, idToken } = found;
      const role = roleIn(claims[roleClaim]);
      return role ? { person: personIn(claims), role, idToken, to: asked.to } : { refused: "no role" };
    },
    async signOutAddress(idToken) {
      const as = await server().catch(failed);
      if (!as?.end_session_endpoint) return undefined;
      const address = new URL(as.end_session_endpoint);
      address.searchParams.set("id_token_hint", idToken);
      address.searchParams.set("client_id", clientId);
      address.searchParams.set("post_logout_redirect_uri", siteOrigin + signedOutPath);
      return address.href;
    },
  };
}

/** How long nobody waits for a provider that has just failed to answer, in milliseconds. */
const failureMs = 5_000;

/** A result is cached for a while, a failure for some seconds; simultaneous callers share one request. */
function kept<Found>(forMs: number, now: () => number, find: () => Promise<Found>): () => Promise<Found> {
  let last: { until: number; found: Promise<Found> } | undefined;
  return () => {
    if (last && now() < last.until) return last.found;
    const asked = { until: now() + forMs, found: find() };
    asked.found.catch(() => {
      asked.until = now() + failureMs;
    });
    last = asked;
    return asked.found;
  };
}

/** Basic is what a provider takes that does not say (OpenID Connect Discovery, section 3). */
function authenticationFor(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string,
): oauth.ClientAuth {
  const isPost = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
  return isPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

/**
 * The highest role that the claim names. A group that happens to be called `leads` for another reason grants nothing.
 */
function roleIn(claim: unknown): Role | undefined {
  const given = [claim].flat();
  return roles.findLast((role) => given.includes(`claimpath-${role}`));
}

/**
 * The audit log's name for them. People may change their name at the provider, so the name alone proves nothing: its
 * end is derived from the id that the provider never reassigns. No person in the file can have such a name.
 */
function personIn({ iss, sub, preferred_username, email, name }: oauth.IDToken): string {
  const called = [preferred_username, email, name].find((each) => typeof each === "string" && each !== "");
  const plain = String(called ?? "somebody").replace(/[^\w.@+-]/g, "");
  const id = createHash("sha256")
    .update(JSON.stringify([iss, sub]))
    .digest("hex");
  return `${plain.slice(0, 60)} (${id.slice(0, 12)})`;
}
