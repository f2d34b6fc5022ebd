import { contactWithListedBuyers } from "../parts/buyers.ts";
import { v4nvWith } from "../parts/v4nv.ts";

/**
 * v4nv with one-to-one consent for one fixed buyer, whom the operator names; without a name the last step is
 * shortened. No service is asked. Spec 2.4 and 9.
 */
export const v4nvD1 = v4nvWith({ code: "v4nv-d1", contactSteps: contactWithListedBuyers("v4nv-d1") });
