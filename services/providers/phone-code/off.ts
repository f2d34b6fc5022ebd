import type { PhoneCode } from "../ports.ts";

/** Nobody sends: visitors go on unverified. */
export const noPhoneCode: PhoneCode = {
  send: async () => ({ sent: false }),
  check: async () => ({ status: "expired" }),
};
