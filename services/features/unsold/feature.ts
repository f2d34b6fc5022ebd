import type { Feature } from "../feature.ts";
import { secondOffersIn } from "./tables.ts";

/** Leads that nobody bought, offered a second time to buyers that never had them (docs/guides/sales.md). */
export const unsold: Feature<ReturnType<typeof secondOffersIn>> = {
  name: "unsold",
  tables: { names: ["second_offers"], of: secondOffersIn },
};
