import type { Settings } from "../settings/env.ts";
import type { CallJson } from "./http.ts";
import type { Destination } from "./ports.ts";
import type { ChangedTerms } from "./route.ts";

/** An outside service or receiver, by the settings. */
export type Outside = {
  name: string;
  /** The name in words, for example "zip look-up". */
  words: string;
  mode: Mode;
  /** Further words; '' for none. */
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

export type Mode = "live" | "embedded" | "off";

/** A port with the words for what is behind it. */
export type Choice<Port> = { port: Port; mode: Mode; how: string };

/**
 * The means a choice may use: the way out, and a wrapper that logs each failure of a live service, or with `quietMs` one
 * line for all that fail in so many milliseconds after the first.
 */
export type ProviderDeps = {
  callJson: CallJson;
  withCallLog: <Port extends object>(port: Port, how?: { quietMs: number }) => Port;
};

/** An outside call. Each provider's file exports one; `index.ts` lists them. */
export type Provider<Port extends object> = {
  /** The name in the log, for example `zip-lookup`. */
  name: string;
  /** The words on the console, for example "zip look-up". */
  words: string;
  /** The addresses it calls with these settings; nothing else may be called. */
  addresses(settings: Settings): (string | undefined)[];
  /** The provider by these settings: the live service, the built-in one, or nobody. */
  choose(settings: Settings, means: ProviderDeps): Choice<Port>;
};

/**
 * A call that only its own service can answer: live with an address, else off.
 * @param setting name of the setting that holds the address, for the console
 * @param off what the port does without it; `otherwise` says so in words, `embedded` where that does the job too
 */
export function byAddress<Port extends object>(about: {
  name: string;
  words: string;
  setting: string;
  address: (settings: Settings) => string | undefined;
  live: (callJson: CallJson, url: string) => Port;
  off: Port;
  otherwise?: string;
  embedded?: string;
}): Provider<Port> {
  const { name, words, setting, address, live, off, otherwise, embedded } = about;
  return {
    name,
    words,
    addresses: (settings) => [address(settings)],
    choose(settings, { callJson, withCallLog }) {
      const url = address(settings);
      if (url) return { port: withCallLog(live(callJson, url)), mode: "live", how: setting };
      if (embedded) return { port: off, mode: "embedded", how: embedded };
      const why = `${setting} is not set`;
      return { port: off, mode: "off", how: otherwise ? `${why}: ${otherwise}` : why };
    },
  };
}

/**
 * Receivers of the outbox; `how` is more to say on the console where it is configured, `mode` live unless said.
 * `reachedAt`: where it is, mail servers included, if that is not what all of its provider share.
 */
export type DestinationProvider = {
  addresses(settings: Settings): (string | undefined)[];
  destinations(
    settings: Settings,
    callJson: CallJson,
    changed: ChangedTerms,
  ): { port: Destination; how?: string; mode?: Mode; reachedAt?: (string | undefined)[] }[];
};
