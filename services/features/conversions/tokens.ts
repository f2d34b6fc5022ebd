import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../../providers/http.ts";
import { sha256 } from "./matching.ts";

const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });

/** Networks' tokens for this process, by the hash of the credentials; `until` in epoch milliseconds. */
const held = new Map<string, { token: string; until: number }>();

/** No token is used in its last minute. */
const spareMs = 60_000;

const keyOf = (form: Record<string, string>) => sha256(JSON.stringify(form));

/**
 * The access token of a network's API for a refresh token (OAuth 2, RFC 6749, section 6).
 * @throws ProviderFailure; for an invalid refresh token it says so (`isTokenRefused`)
 */
export async function accessToken(
  callJson: CallJson,
  provider: string,
  { url, form }: { url: string; form: Record<string, string> },
): Promise<string> {
  const key = keyOf(form);
  const known = held.get(key);
  if (known && known.until > Date.now()) return known.token;
  try {
    const answer = await callJson({
      provider,
      url,
      form,
      schema: granted,
      timeoutMs: 30_000,
      isSecret: true,
    });
    held.set(key, { token: answer.access_token, until: Date.now() + answer.expires_in * 1000 - spareMs });
    return answer.access_token;
  } catch (error) {
    // The service answers 400 with `invalid_grant`, or 401 where the client's own secret is wrong.
    const { status } = error as ProviderFailure;
    throw status === 400 || status === 401 ? tokenRefused(provider, `status ${status}`, status) : error;
  }
}

/** The next call asks for a new one. */
export function forgetToken(form: Record<string, string>): void {
  held.delete(keyOf(form));
}

const refusal = "refused its token";

export const tokenRefused = (provider: string, said: string, status: number | undefined) =>
  new ProviderFailure("refused", `${provider} ${refusal}: ${said}`, { status });

/** Whether a message failed because its network took no token. @param detail as the outbox keeps it */
export const isTokenRefused = (detail: string | null) => detail?.includes(refusal) === true;
