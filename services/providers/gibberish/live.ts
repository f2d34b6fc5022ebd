import * as z from "zod";
import type { CallJson } from "../http.ts";
import type { GibberishCheck } from "../ports.ts";
import { verdict } from "../verdict.ts";

/** Asks a service that takes the form field `text` and answers `{is_gibberish}` (spec 7). */
export function liveGibberishCheck(callJson: CallJson, url: string, timeoutMs = 3_000): GibberishCheck {
  const schema = z.object({ is_gibberish: verdict() });
  return {
    async judge(text) {
      return (await callJson({ provider: "gibberish", url, form: { text }, timeoutMs, schema })).is_gibberish;
    },
  };
}
