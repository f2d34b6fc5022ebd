import { createCipher } from "../../services/store/sealed/cipher.ts";
import { unpacked } from "../../services/store/sealed/packing.ts";
import type { Place } from "../../services/store/sealed/places.ts";

/** Every store, site and command of the tests seals with this key, as production does, unless it is told otherwise. */
export const dataKey = "3f9d0c47a6be5182e07b94c1d8f2635a7c40e9b1562df83a";

/** For the few that are about a store in which nothing is sealed: settings over the defaults. */
export const unsealed = { DATA_KEYS: "" };

const cipher = createCipher([dataKey]);

/** What a test puts into a sealed column itself. */
export const sealedText = (text: string, place: Place): string => cipher.seal(text, place);

/** What is stored in a sealed column, as the program reads it; as it is where it cannot be opened. */
export function openedText(stored: string, place: Place): string {
  try {
    return unpacked(cipher.open(stored, place));
  } catch {
    return stored;
  }
}
