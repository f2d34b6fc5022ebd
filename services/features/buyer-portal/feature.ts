import type { Feature } from "../feature.ts";

/** The people of a buyer sign in to what is theirs (docs/guides/sales.md, "A buyer's own people"). */
export const buyerPortal: Feature = {
  name: "buyer-portal",
  needs: ["books", "returns", "revocations", "invoices", "terms"],
};
