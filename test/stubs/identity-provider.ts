import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type StubRequest, startStub } from "./stub-server.ts";

type Claims = Record<string, unknown>;
type Asked = { redirectUri: string; challenge: string; nonce: string };

/** How one sign-in is answered otherwise than it should be. */
export type Twist = {
  claims?: Claims;
  /** The signer of the ID token; without one it is unsigned. */
  by?: "a stranger's key" | "the client's secret" | "none";
  /** The token endpoint's claims about itself and the person, besides the token. */
  besides?: Claims;
};

const pairOf = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A company's identity provider (OpenID Connect), as small as a sign-in needs it; everybody is Ana there. */
export async function startIdentityProvider(clientSecret: string) {
  const [own, strange] = [pairOf(), pairOf()];
  const codes = new Map<string, Asked>();
  const control = { twist: {} as Twist, issuer: undefined as string | undefined, metadata: {} };
  const stub = await startStub((request) => answer(request));

  function answer({ path, query, headers, body }: StubRequest) {
    if (path === "/.well-known/openid-configuration") return { body: metadata() };
    if (path === "/jwks")
      return { body: { keys: [{ ...own.publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] } };
    if (path === "/authorize") return authorize(query);
    return path === "/token"
      ? token(new URLSearchParams(body), headers.authorization)
      : { status: 404, body: {} };
  }

  function metadata() {
    const at = (path: string) => stub.origin + path;
    return {
      issuer: stub.origin,
      authorization_endpoint: at("/authorize"),
      token_endpoint: at("/token"),
      jwks_uri: at("/jwks"),
      end_session_endpoint: at("/end"),
      id_token_signing_alg_values_supported: ["ES256"],
      authorization_response_iss_parameter_supported: true,
      ...control.metadata,
    };
  }

  function authorize(query: URLSearchParams) {
    const [code, back] = [randomBytes(16).toString("hex"), new URL(query.get("redirect_uri")!)];
    codes.set(code, {
      redirectUri: back.href,
      challenge: query.get("code_challenge")!,
      nonce: query.get("nonce")!,
    });
    const answered = { code, state: query.get("state")!, iss: control.issuer ?? stub.origin };
    for (const [name, value] of Object.entries(answered)) back.searchParams.set(name, value);
    return { status: 303, headers: { Location: back.href }, body: {} };
  }

  function token(form: URLSearchParams, authorization = "") {
    const code = form.get("code") ?? "";
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    // Both parts are encoded as in a form (RFC 6749, 2.3.1).
    const known = decodeURIComponent(Buffer.from(authorization.slice("Basic ".length), "base64").toString());
    const isRight = known === `site:${clientSecret}` && form.get("redirect_uri") === asked?.redirectUri;
    if (!asked || !isRight || challenge !== asked.challenge)
      return { status: 400, body: { error: "invalid_grant" } };
    const { claims, by, besides } = control.twist;
    const now = Math.floor(Date.now() / 1_000);
    const about = { iss: stub.origin, aud: "site", sub: "8271", nonce: asked.nonce, iat: now, exp: now + 60 };
    const idToken = signed({ ...about, preferred_username: "ana", ...claims }, by);
    return { body: { access_token: "a", token_type: "Bearer", id_token: idToken, ...besides } };
  }

  function signed(claims: Claims, by: Twist["by"]): string {
    const text = `${base64url({ alg: by === "none" ? "none" : "ES256" })}.${base64url(claims)}`;
    if (by === "none") return `${text}.`;
    if (by === "the client's secret") {
      const hashed = `${base64url({ alg: "HS256" })}.${base64url(claims)}`;
      return `${hashed}.${createHmac("sha256", clientSecret).update(hashed).digest("base64url")}`;
    }
    const key: KeyObject = by ? strange.privateKey : own.privateKey;
    return `${text}.${sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  }

  return { ...stub, control };
}
