import { isLoopback, type Settings } from "./env.ts";

/** Real traffic: leads go to a buyer that is not a stub on this machine. */
export function hasRealBuyer({ leadProsperAccount, leadProsperUrl }: Settings): boolean {
  return leadProsperAccount !== undefined && !isLoopback(leadProsperUrl);
}
