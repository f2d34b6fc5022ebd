import type { AccountFault } from "../../../services/features/accounts/accounts.ts";

/** Where a message belongs: beside a field, or above a form. */
export type AccountSaid = { field: "who" | "wanted" | "newCode" | "form"; words: string };

/** The reason why nothing was changed, as the page shows it. */
export function wordsOf(fault: AccountFault): AccountSaid {
  switch (fault.kind) {
    case "password":
      return { field: "wanted", words: fault.words };
    case "name":
    case "buyer":
      return { field: "form", words: fault.words };
    case "wrong":
      return { field: "who", words: "Wrong password or code. A code works once: wait for the next one." };
    case "too many":
      return { field: "who", words: "Too many attempts. Try again at the top of the hour." };
    case "unproved":
      return { field: "newCode", words: "This is not the code that the new key shows at the moment." };
    case "void":
      return { field: "form", words: "This was changed or used before, or is too old. Nothing was changed." };
    case "own":
      return { field: "form", words: "This is you: change your own sign-in on the page Account." };
    case "unknown":
      return { field: "form", words: "There is no such person with a password here." };
    case "fixed":
      return { field: "form", words: fixedWords };
  }
}

/** For a site that can read the file of people but not change it. */
export const fixedWords =
  "The site may read its file of people and not change it. An operator on the machine can set a new password: " +
  "claimpath console add <name> --role <role>";
