import type { ChatAlert } from "../ports.ts";

/** No chat is set: the line `email.blocked`, which is logged in any case, is all there is. */
export const logOnly: ChatAlert = { send: async () => {} };
