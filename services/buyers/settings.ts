import * as is from "../setting-types.ts";
import { buyersFile } from "./file.ts";

/** Who says which firms a one-to-one consent names. */
export const buyersShape = {
  BUYERS_URL: is.httpUrl.optional(),
  BUYERS_FILE: is.text().transform(buyersFile).optional(),
};
