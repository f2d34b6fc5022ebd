import type { Connection } from "../../store/engine/connection.ts";
import { sealedState } from "../../store/sealed/rekey.ts";
import { type Finding, ok, wrong } from "./finding.ts";

/** Whether personal data in the store is sealed; that no key is set is said elsewhere. */
export async function lookAtSealing(connection: Connection): Promise<Finding[]> {
  const said = {
    none: [],
    partly: [
      wrong(
        "Not all personal data in the store is known to be sealed, so unsealed text is accepted: run privacy rekey, then restart the site. If that was done before, somebody has changed the store.",
      ),
    ],
    all: [ok("All personal data in the store is sealed; text that is not is refused.")],
  };
  return said[await sealedState(connection)];
}
