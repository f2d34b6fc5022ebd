/** Everything outside this process, ready for use. A new outside call is a file and a line here. */

import type { PixelSettings, Pixels } from "../../machines/site/page-scripts.ts";
import { allFeatures } from "../features.ts";
import type { Log } from "../observe/log.ts";
import { createMetrics } from "../observe/metrics.ts";
import type { Settings } from "../settings/env.ts";
import { buyers } from "./buyers.ts";
import { certificates } from "./certificates.ts";
import { chatAlert } from "./chat-alert.ts";
import { compensation } from "./compensation.ts";
import { alarmSinks } from "./destinations/alarm-sinks.ts";
import { declaredDestinations } from "./destinations/index.ts";
import { emailCheck } from "./email-check.ts";
import { gibberish } from "./gibberish.ts";
import { type CallJson, createCallJson, type Seen } from "./http.ts";
import { leadBuyer } from "./lead-buyer.ts";
import { leadExchange } from "./lead-exchange.ts";
import { mappings } from "./mappings.ts";
import { meteredDestination, monitoredPort } from "./monitored-port.ts";
import { phoneCheck } from "./phone-check.ts";
import { phoneCode } from "./phone-code/index.ts";
import type { AlarmSink, Destination } from "./ports.ts";
import { prePopulation } from "./pre-population.ts";
import { progressSave } from "./progress-save.ts";
import type { DestinationProvider, Mode, Outside, Provider, ProviderDeps } from "./provider.ts";
import type { ChangedTerms } from "./route.ts";
import { ownPosts } from "./webhooks.ts";
import { zipLookup } from "./zip-lookup/index.ts";

type Line = { name: string; words: string; mode: Mode; how: string };

/** Third parties that pages themselves call, and their replacements: for the start's lines. */
function inPage({
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

const asInFile: ChangedTerms = () => new Map();

/** Services that surveys ask, in the order in which the start lists them. */
const asked = {
  zipLookup,
  emailCheck,
  phoneCheck,
  phoneCode,
  gibberish,
  leadExchange,
  buyers,
  mappings,
  prePopulation,
  compensation,
  progressSave,
  chatAlert,
};

/** Built-in checks, used where no service is configured. */
const embeddable = ["emailCheck", "phoneCheck", "zipLookup", "gibberish"] as const;

/** Receivers of leads, in the order in which the start lists them. */
const destinationProviders: DestinationProvider[] = [
  leadBuyer,
  ownPosts,
  declaredDestinations,
  certificates,
  ...allFeatures.flatMap(({ receivers }) => receivers ?? []),
];

type PortOf<Of> = Of extends Provider<infer Port> ? Port : never;

export type Providers = { [Name in keyof typeof asked]: PortOf<(typeof asked)[Name]> } & {
  destinations: Destination[];
  /** Destinations that alarms are sent to. */
  alarms: AlarmSink[];
  /** Names of the calls that an outside service answers. */
  live: ReadonlySet<string>;
  /** The built-in checks, whatever the settings. */
  embedded: { [Name in (typeof embeddable)[number]]: PortOf<(typeof asked)[Name]> };
  /** All outside services and receivers, in the order in which the start lists them. */
  outside: readonly Outside[];
};

/** Logs one `provider` line per outside call now, and a `provider.failed` line whenever a live one gives no answer. */
export function createProviders(
  settings: Settings,
  log: Log,
  metrics = createMetrics(),
  changed: ChangedTerms = asInFile,
): Providers {
  const callJson = createCallJson(outboundOrigins(settings), settings.traceparentOrigins);
  const outside: Outside[] = [];
  const tell = (known: Outside) => {
    log("provider", { provider: known.name, mode: known.mode });
    outside.push(known);
  };
  const live = new Set<string>();
  const meansOf = (name: string): ProviderDeps => ({
    callJson,
    withCallLog: (live, how) => monitoredPort(log, metrics, name, live, how),
  });
  const choose = (as: string, { name, words, choose: by }: Provider<object>) => {
    const { port, mode, how } = by(settings, meansOf(name));
    tell({ name, words, mode, how, isReceiver: false });
    if (mode === "live") live.add(as);
    return port;
  };
  const ports = Object.fromEntries(
    Object.entries(asked).map(([name, provider]) => [name, choose(name, provider as Provider<object>)]),
  );
  const offline = { ...settings, ipqs: undefined, zipLookupUrl: undefined, gibberishUrl: undefined };
  const embedded = embeddable.map((name) => {
    const provider = asked[name] as Provider<object>;
    return [name, provider.choose(offline, meansOf(provider.name)).port];
  });
  for (const line of inPage(settings)) tell({ ...line, isReceiver: false });
  const destinations = destinationProviders.flatMap((provider) =>
    provider.destinations(settings, callJson, changed),
  );
  for (const { port, how = "", mode = "live" } of destinations) {
    const { name, configured, isTest } = port;
    const known = { name, words: name, isReceiver: true };
    if (configured) tell({ ...known, mode, how, isTest });
    else tell({ ...known, mode: "off", how: "not configured: messages are kept and wait" });
  }
  const alarms = alarmSinks(settings, callJson);
  for (const { name } of alarms) tell({ name, words: name, mode: "live", how: "alarms", isReceiver: false });
  return {
    ...(ports as Pick<Providers, keyof typeof asked>),
    alarms,
    destinations: destinations.map(({ port }) => meteredDestination(port, metrics)),
    live,
    embedded: Object.fromEntries(embedded),
    outside,
  };
}

/**
 * All receivers that the outbox may have messages for, configured or not.
 * @param changed the console's changes of terms
 */
export function receivers(settings: Settings, changed: ChangedTerms = asInFile): Destination[] {
  const callJson = createCallJson([]);
  return destinationProviders
    .flatMap((provider) => provider.destinations(settings, callJson, changed))
    .map(({ port }) => port);
}

/** The receivers of the operator's file, and those of features that have a sample, ready for use; `seen` is called with each request and its answer. */
export function declaredPorts(settings: Settings, seen: (exchange: Seen) => void): Destination[] {
  const callJson = createCallJson(outboundOrigins(settings));
  const watched: CallJson = (call) =>
    callJson({
      ...call,
      seen(exchange) {
        if (!call.isSecret) seen(exchange);
        call.seen?.(exchange);
      },
    });
  return destinationProviders
    .flatMap((provider) => provider.destinations(settings, watched, asInFile))
    .map(({ port }) => port)
    .filter(
      ({ route, bidsWithinMs, sample }) => (route ?? sample) !== undefined && bidsWithinMs === undefined,
    );
}

/** The only places this process ever calls. */
function outboundOrigins(settings: Settings): string[] {
  const addresses = [...Object.values(asked), ...destinationProviders].flatMap((provider) =>
    provider.addresses(settings),
  );
  return addresses.filter((address) => address !== undefined).map((address) => new URL(address).origin);
}

/** The outside services in use by these settings, with the addresses that the server calls; mail servers among them. */
export function liveServices(settings: Settings): { name: string; addresses: string[] }[] {
  const callJson = createCallJson([]);
  const deps = { callJson, withCallLog: <Port extends object>(port: Port) => port };
  const live = (Object.values(asked) as Provider<object>[])
    .filter((provider) => provider.choose(settings, deps).mode === "live")
    .map((provider) => ({ name: provider.words, addresses: provider.addresses(settings) }));
  const destinations = destinationProviders.flatMap((provider) => {
    const configured = provider
      .destinations(settings, callJson, asInFile)
      .filter(({ port }) => port.configured);
    const shared = configured.filter(({ reachedAt }) => !reachedAt).map(({ port }) => port.name);
    return [
      ...configured.map(({ port, reachedAt = [] }) => ({ name: port.name, addresses: reachedAt })),
      { name: shared.join(", "), addresses: shared.length > 0 ? provider.addresses(settings) : [] },
    ];
  });
  return [...live, ...destinations]
    .map(({ name, addresses }) => ({ name, addresses: addresses.filter((each) => each !== undefined) }))
    .filter(({ addresses }) => addresses.length > 0);
}
