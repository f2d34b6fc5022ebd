import type { Mode } from "./provider.ts";

/** Somebody outside who is asked, or who receives leads, as the settings have it. */
export type Outside = {
  name: string;
  /** The name in words, for example "zip look-up". */
  words: string;
  mode: Mode;
  /** More to say; '' for nothing. */
  how: string;
  /** Of a receiver of leads that is not off: whether it is sent tests. */
  isTest?: boolean;
  isReceiver: boolean;
};

/** For example "e-mail check: embedded (disposable list)". */
export function inWords({ words, mode, how, isTest }: Outside): string {
  const mark = isTest === undefined ? "" : isTest ? ", test messages" : ", real leads";
  return `${words}: ${mode}${mark}${how ? ` (${how})` : ""}`;
}
