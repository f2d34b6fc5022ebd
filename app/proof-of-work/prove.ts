import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Longer than a challenge is good for. */
const timeoutMs = 120_000;

/**
 * Solves a challenge and puts the proof into a cookie, with which the next post is accepted. The page stays responsive:
 * the browser derives keys in threads of its own.
 * @param given base64 of ALTCHA's JSON, from the server
 * @returns false when this browser cannot, such as one without https
 */
export async function prove(given: string): Promise<boolean> {
  const challenge = JSON.parse(atob(given)) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs }).catch(() => null);
  if (!solution) return false;
  const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  const proof = btoa(JSON.stringify({ challenge, solution }));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in many browsers
  document.cookie = `${prefix}proof=${proof}; Path=/; SameSite=Strict; Max-Age=120${secure}`;
  return true;
}
