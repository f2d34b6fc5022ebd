import { buyersFile } from "./buyers-file.ts";
import * as is from "./kinds.ts";

/** Who says which firms a one-to-one consent names. */
export const buyersShape = {
  BUYERS_URL: is.httpUrl.optional(),
  BUYERS_FILE: is.text().transform(buyersFile).optional(),
};
