import type { ChatAlert } from "../ports.ts";

/** No chat is set: nobody is told; the visitor is stopped all the same. */
export const noChatAlert: ChatAlert = { send: async () => {} };
