import { contactWithFoundBuyers } from "../parts/buyers.ts";
import { v4nvWith } from "../parts/v4nv.ts";

/**
 * v4nv with one-to-one consent: the zip code finds the buyers, and the last step names them, or is
 * shortened where nobody can be named. Spec 4.1 and 8.
 */
export const v4nvOneToOne = v4nvWith({ code: "v4nv-1to1", contactSteps: contactWithFoundBuyers });
