import type * as z from "zod";
import * as is from "./kinds.ts";

/** Settings that keep the site up and let it be watched. */
export const guardShape = {
  POSTS_PER_ADDRESS: is.wholeNumber(0, 1_000_000).default(1_200),
  POSTS_IN_ALL: is.wholeNumber(0, 10_000_000).default(30_000),
  PROOF_OF_WORK_COST: is.wholeNumber(0, 1_000_000).default(2_000),
  ADMIN_PORT: is.wholeNumber(0, 65_535).optional(),
  ADMIN_HOST: is.text().default("127.0.0.1"),
};

type Checked = z.infer<z.ZodObject<typeof guardShape>>;

export function guardSettings(given: Checked) {
  return {
    /** Posts a minute that are taken from one address and from everybody; 0 for any number. */
    postLimits: { perAddress: given.POSTS_PER_ADDRESS, inAll: given.POSTS_IN_ALL },
    /** Rounds of PBKDF2 in each try of a proof of work; 0: nobody is asked for one. */
    proofOfWorkCost: given.PROOF_OF_WORK_COST,
    /** Where metrics are served; without a port nowhere. */
    admin: { port: given.ADMIN_PORT, host: given.ADMIN_HOST },
  };
}
