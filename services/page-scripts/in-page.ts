import type { Settings } from "../env.ts";
import type { Mode } from "../provider.ts";

/** What pages themselves ask others for, and what stands in for it: for the start's lines. */
export function inPage({
  pageScripts: { everflow, trustedForm, jornaya, publicIp },
  callTracker,
}: Pick<Settings, "pageScripts" | "callTracker">): {
  name: string;
  words: string;
  mode: Mode;
  how: string;
}[] {
  const off = { mode: "off", how: "not configured: leads have none" } as const;
  const tracker = callTracker && ("retreaver" in callTracker ? "Retreaver" : "Ringba");
  return [
    {
      name: "click-registration",
      words: "click registration",
      ...(everflow
        ? { mode: "live", how: "Everflow in the page" }
        : { mode: "embedded", how: "ids of our own" }),
    },
    {
      name: "trustedform",
      words: "TrustedForm",
      ...(trustedForm ? { mode: "live", how: "in the page" } : off),
    },
    { name: "jornaya", words: "Jornaya", ...(jornaya ? { mode: "live", how: "in the page" } : off) },
    {
      name: "call-tracking",
      words: "call tracking",
      ...(tracker
        ? { mode: "live", how: `${tracker} in the page` }
        : { mode: "embedded", how: "DEFAULT_PHONE" }),
    },
    {
      name: "public-address",
      words: "public address",
      ...(publicIp
        ? { mode: "live", how: "asked in the page and kept beside ours" }
        : { mode: "embedded", how: "the one the server sees" }),
    },
  ];
}
