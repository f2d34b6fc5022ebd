import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  access: ["/console/profit 2 200", "/console/profit.csv 2 200"],
};
