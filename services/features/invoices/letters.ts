import { polling } from "../../observe/polling.ts";
import { sendLetters } from "../books/letters.ts";
import type { Core } from "../feature.ts";
import { letterPrefix } from "./tables.ts";

const pollMs = 60_000;

/** Sends the letters of a press at once, and those of a command or of another process within a minute. */
export function startLetters(core: Core) {
  const { store, log } = core;
  const letters = {
    prefix: letterPrefix,
    to: ({ body }: { body: string }): string[] => JSON.parse(body).to,
    taken: ({ id }: { id: string }) => store.invoices.letterTaken(id.slice(letterPrefix.length)),
    event: "invoice",
  };
  const send = (isStopped: () => boolean) => sendLetters(letters, core, isStopped);
  const { check, stop } = polling(send, { pollMs, log, failed: "invoices.failed" });
  return { send: check, stop };
}
