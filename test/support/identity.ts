import { execFileSync } from "node:child_process";

/**
 * Makes a private key of age's.
 * @param identity the file to be made
 * @returns its path, and the public key
 * @throws where Debian's age is missing
 */
export function newIdentity(identity: string): { identity: string; recipient: string } {
  try {
    execFileSync("age-keygen", ["-o", identity], { stdio: "pipe" });
  } catch (error) {
    throw new Error("This test needs Debian's age: apt-get install -y age", { cause: error });
  }
  return { identity, recipient: execFileSync("age-keygen", ["-y", identity], { encoding: "utf8" }).trim() };
}
