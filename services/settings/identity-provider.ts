import * as z from "zod";
import * as is from "./kinds.ts";

/** An issuer is compared as it is written, so that a slash at its end stays. */
const issuer = z
  .string()
  .refine(
    (address) =>
      URL.canParse(address) &&
      /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))[^?#]*$/.test(address),
    "an https address without a query, or http on this machine",
  );

/** Settings of the company's identity provider, by which people may sign in to the console. */
export const identityProviderShape = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: is.key.optional(),
  OIDC_CLIENT_SECRET: is.key.optional(),
  OIDC_ROLE_CLAIM: is.key.default("roles"),
};

type Checked = z.infer<z.ZodObject<typeof identityProviderShape>>;

/** They name the site to its provider together. */
const together = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

export function identityProviderFaults(given: Checked): string[] {
  const missing = together.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === together.length) return [];
  return [`${missing.join(", ")} must be set too, since ${together.join(", ")} belong together`];
}

export function identityProviderSettings(given: Checked) {
  const [issuer, clientId, clientSecret] = together.map((name) => given[name]);
  return {
    /** Undefined: people sign in with the console's own passwords alone. `roleClaim` says what a person may see. */
    identityProvider:
      issuer && clientId && clientSecret
        ? { issuer, clientId, clientSecret, roleClaim: given.OIDC_ROLE_CLAIM }
        : undefined,
  };
}
