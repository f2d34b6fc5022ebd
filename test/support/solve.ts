import { type Challenge, type Solution, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

/** Base64 of ALTCHA's JSON, as it travels. */
export const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
export const unpacked = (text: string) => JSON.parse(Buffer.from(text, "base64").toString()) as Challenge;

/** Does the work of a challenge as a browser does. @param change what a forger makes of the proof */
export async function solve(
  given: string,
  change: (proof: { challenge: Challenge; solution: Solution }) => unknown = (proof) => proof,
): Promise<string> {
  const challenge = unpacked(given);
  const solution = await solveChallenge({ challenge, deriveKey });
  return packed(change({ challenge, solution: solution! }));
}
