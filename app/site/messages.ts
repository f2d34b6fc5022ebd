import { useContext } from "react";
import type { Language } from "../../machines/steps/step.ts";
import { messagesIn } from "../../services/words/index.ts";
import type { Messages } from "../../services/words/messages.ts";
import { PageShell } from "../ui/page-shell.tsx";

/** All that the site says around its questions, in its owner's words. */
export function useMessages(language: Language): Messages {
  return (useContext(PageShell).ownWords?.messages ?? messagesIn)(language);
}

export type ThankYouWords = Messages["thanks"];

/** What the page of thanks says after the ticket flow. */
export function ticketThankYouWords({ thanks, ticketThanks }: Messages): ThankYouWords {
  return { ...thanks, ...ticketThanks, nobody: { ...thanks.nobody, ...ticketThanks.nobody } };
}
