import type { Asked, AskPaid } from "../../services/visits/paid-calls.ts";

/** Asks these services, which cost nothing. */
export function askFree(services: Partial<Asked>): AskPaid {
  return (name, _payer, ask) => ask(services[name]!);
}
