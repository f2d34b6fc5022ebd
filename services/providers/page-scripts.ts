import type { PixelSettings, Pixels } from "../../machines/site/page-scripts.ts";
import type { Settings } from "../settings/env.ts";
import type { Mode } from "./provider.ts";

type Line = { name: string; words: string; mode: Mode; how: string };

/** What pages themselves ask others for, and what stands in for it: for the start's lines. */
export function inPage({
  pageScripts: { everflow, trustedForm, jornaya, publicIp },
  callTracker,
  pixels,
}: Pick<Settings, "pageScripts" | "callTracker" | "pixels">): Line[] {
  const off = { mode: "off", how: "not configured: leads have none" } as const;
  const embedded = (how: string) => ({ mode: "embedded", how }) as const;
  const tracker = callTracker && ("retreaver" in callTracker ? "Retreaver" : "Ringba");
  /** `live`: how, where it is configured. */
  const kinds: [
    name: string,
    words: string,
    live: string | undefined,
    otherwise: Pick<Line, "mode" | "how">,
  ][] = [
    [
      "click-registration",
      "click registration",
      everflow && "Everflow in the page",
      embedded("ids of our own"),
    ],
    ["trustedform", "TrustedForm", trustedForm && "in the page", off],
    ["jornaya", "Jornaya", jornaya && "in the page", off],
    ["call-tracking", "call tracking", tracker && `${tracker} in the page`, embedded("company.phone")],
    [
      "public-address",
      "public address",
      publicIp && "asked in the page and kept beside ours",
      embedded("the one the server sees"),
    ],
  ];
  return [
    ...kinds.map(([name, words, live, otherwise]): Line => {
      return { name, words, ...(live ? { mode: "live", how: live } : otherwise) };
    }),
    ...pixelLines(pixels),
  ];
}

/** The pixels, by the names of their lines. */
const pixelKinds: [name: string, words: string, of: (pixels: Pixels) => unknown][] = [
  ["media-script", "media script", ({ loadMediaScript }) => loadMediaScript],
  ["tracking-pixel", "tracking pixel", ({ loadTrackingPixel }) => loadTrackingPixel],
  ["ad-tracking-script", "ad-tracking script", ({ loadAdTrackingScript }) => loadAdTrackingScript],
  ["meta-pixel", "Meta pixel", ({ loadSocialPixel }) => loadSocialPixel?.meta],
  ["tiktok-pixel", "TikTok pixel", ({ loadSocialPixel }) => loadSocialPixel?.tiktok],
];

/** A pixel is live where any path has it. */
function pixelLines({ everywhere, at }: PixelSettings): Line[] {
  return pixelKinds.map(([name, words, of]) => {
    const own = JSON.stringify(of(everywhere));
    const differing = Object.keys(at).filter((path) => JSON.stringify(of(at[path]!)) !== own);
    const described = differing.map((path) => `${path} ${of(at[path]!) ? "has its own" : "has none"}`);
    const isOn = own !== undefined || differing.length > 0;
    const how = [own ? "all surveys" : "", ...described].filter(Boolean).join(", ");
    return { name, words, mode: isOn ? "live" : "off", how: isOn ? how : "not configured" };
  });
}
