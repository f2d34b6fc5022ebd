import { GOOGLE_SHARE } from "./limits.ts";

/** `lp_s2` of a lead (spec 3.2; ruling 45). @param random in [0, 1) */
export function lpS2(random: number): "google" | "facebook" {
  return random < GOOGLE_SHARE ? "google" : "facebook";
}
