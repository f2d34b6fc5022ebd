import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Id of the visitor's request that the present work is for, also when the work is done later: it is in the log's
 * lines, and goes with every outgoing call as X-Request-Id. Undefined for work that no request asked for.
 */
export const requestId = new AsyncLocalStorage<string | undefined>();
