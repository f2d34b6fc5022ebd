import type { HttpBindings } from "@hono/node-server";
import type { SecureHeadersVariables } from "hono/secure-headers";

/** What our middleware keeps with a request. */
export type ServerEnv = {
  Bindings: HttpBindings;
  Variables: SecureHeadersVariables & {
    requestId: string;
    /** The visitor's address (`clientAddress`). */
    ip: string;
  };
};
