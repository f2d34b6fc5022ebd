import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  access: ["/console/buyers-terms 2 200"],
};
