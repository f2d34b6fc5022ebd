import type { Pixels, SocialPixels } from "../../machines/site/page-scripts.ts";
import type { EffectName } from "../../machines/survey.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { addScript, within } from "./loading.ts";

/** Longest that leaving for the thank-you page waits for a network's script, once the lead is reported. */
const longestMs = 1_000;

const done = new Set<EffectName>();
let social: SocialPixel | undefined;

/**
 * Performs a configured effect, once per page.
 * @param leadEvent by which a network recognizes a repeated report of the visit's lead
 * @returns a promise for its end
 */
export async function doEffect(
  effect: EffectName,
  { pixels }: Pick<SurveyPageData["effects"], "pixels">,
  leadEvent = "",
): Promise<void> {
  if (done.has(effect)) return;
  done.add(effect);
  switch (effect) {
    case "loadTrackingPixel":
      new Image().src = pixels.loadTrackingPixel!;
      return;
    case "loadSocialPixel":
      social = socialPixel(pixels.loadSocialPixel!);
      return;
    case "reportLead":
      social?.report(leadEvent);
      await within(longestMs, async () => social?.loaded);
      return;
    default:
      addScript(pixels[effect as keyof Pixels] as string);
  }
}

/** Pixels that have counted this page. */
type SocialPixel = {
  /** Reports that there is a lead, and nothing about it. @param event the same for each report of one lead */
  report(event: string): void;
  /** Settles when the networks' scripts have loaded or failed. */
  loaded: Promise<unknown>;
};

/** Loads the networks' pixels and has them count a page view. */
function socialPixel({ meta, tiktok }: SocialPixels): SocialPixel {
  const pixels = [meta && metaPixel(meta), tiktok && tiktokPixel(tiktok)].filter((one) => one !== undefined);
  return {
    report: (event) => {
      for (const { report } of pixels) report(event);
    },
    loaded: Promise.all(pixels.map(({ loaded }) => loaded)),
  };
}

type Fbq = {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  push: unknown;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
};

/**
 * Meta's pixel: calls wait in a queue until its script takes over. By default it would count every question as a page
 * and report the pressed buttons, but questions and answers are confidential.
 */
function metaPixel({ id, script }: Required<SocialPixels>["meta"]): SocialPixel {
  const fbq = ((...call: unknown[]) => {
    if (fbq.callMethod) fbq.callMethod(...call);
    else fbq.queue.push(call);
  }) as Fbq;
  Object.assign(fbq, { queue: [], push: fbq, loaded: true, version: "2.0", disablePushState: true });
  Object.assign(window, { fbq, _fbq: fbq });
  fbq("set", "autoConfig", false, id);
  fbq("init", id);
  fbq("track", "PageView");
  return {
    report: (event) => fbq("track", "Lead", {}, { eventID: event }),
    loaded: arrival(addScript(script)),
  };
}

type Ttq = unknown[] & Record<string, (...given: unknown[]) => unknown>;

/** Calls that TikTok's pixel accepts before its script has loaded. */
const tiktokCalls = [
  "page",
  "track",
  "identify",
  "instances",
  "debug",
  "on",
  "off",
  "once",
  "ready",
  "alias",
  "group",
  "enableCookie",
  "disableCookie",
  "holdConsent",
  "revokeConsent",
  "grantConsent",
];

/** TikTok's pixel: likewise a list of calls, which its script finds under the name in its address. */
function tiktokPixel({ id, script }: Required<SocialPixels>["tiktok"]): SocialPixel {
  const setAndDefer = (list: Ttq, name: string) => {
    list[name] = (...given) => list.push([name, ...given]);
  };
  const deferring = (more: object) => {
    const list = Object.assign([], more) as unknown as Ttq;
    for (const name of tiktokCalls) setAndDefer(list, name);
    return list;
  };
  const own = deferring({ _u: script });
  const ttq = deferring({
    methods: tiktokCalls,
    setAndDefer,
    instance: () => own,
    _i: { [id]: own },
    _t: { [id]: Date.now() },
    _o: { [id]: {} },
  });
  const page = Object.assign(window, { TiktokAnalyticsObject: "ttq", ttq });
  ttq.page!();
  const address = new URL(script);
  address.searchParams.set("sdkid", id);
  address.searchParams.set("lib", "ttq");
  return {
    report: (event) => page.ttq.track!("SubmitForm", {}, { event_id: event }),
    loaded: arrival(addScript(address)),
  };
}

function arrival(script: HTMLScriptElement): Promise<unknown> {
  return new Promise((resolve) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", resolve);
  });
}
