import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  reads: {
    "what lists said of a number is looked up": ({ scrubs }) => scrubs.ofLead("l8", { phone: "2135550142" }),
    "what lists cost today is counted": ({ scrubs }) => scrubs.today(),
  },
};
