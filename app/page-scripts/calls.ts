import { readArrival, type Tracking, track } from "../../machines/context/tracking.ts";
import type { CallData } from "../site/layout/site-layout.tsx";
import type { Company } from "../ui/company.ts";
import { loadScript, poll, untilLeft, within } from "./loading.ts";

/** The source of a call, by the lead's names for it. */
type CallTags = { [name in keyof Tracking]?: string };

const names = [
  ...(["affid", "oid", "sub_id", "sub_id2", "sub_id3", "sub_id4"] as const),
  ...(["click_id", "ef_transaction_id"] as const),
];
/** Sub ids are other people's: what does not look like an id may be a name or an address, and is left out. */
const id = /^[\w.-]{1,255}$/;
const everyMs = 50;

/** Tags for a visitor's calls: ids only, nothing personal. */
function callTags(tracking: Tracking): CallTags {
  return Object.fromEntries(
    names.map((name) => [name, tracking[name]]).filter(([, value]) => id.test(value!)),
  );
}

/** The id of a click that is registered while the page is there, when it comes; it is in the address then. */
async function lateClick(stop: AbortSignal): Promise<CallTags | undefined> {
  const click = () => new URLSearchParams(location.search).get("_ef_transaction_id") ?? undefined;
  const found = await poll(click, everyMs, stop);
  return found && id.test(found) ? { ef_transaction_id: found } : undefined;
}

type Given = { get(name: "number" | "formatted_number"): unknown; add_tags?(tags: object): void };
type Library = {
  configure(options: { host: string; prefix: string }): void;
  Campaign: new (options: {
    campaign_key: string;
  }) => { request_number(tags: object, done: (given: Given) => void, failed: () => void): void };
};

/** Its callbacks fire only for an answer that can be read. */
const longestMs = 10_000;

type Settings = { script: string; api: string; campaign: string };

/**
 * Asks Retreaver for a number of this visit's own; calls to it carry the tags.
 * @param show is called with the number, if it is a US number
 * @returns how to tag it further; undefined without one
 */
async function retreaverNumber(
  { script, api, campaign }: Settings,
  tags: CallTags,
  stop: AbortSignal,
  show: (number: Company["phone"]) => void,
): Promise<((more: CallTags) => void) | undefined> {
  const page = window as { Retreaver?: Library };
  const library = await poll(
    () => page.Retreaver?.Campaign && page.Retreaver,
    everyMs,
    loadScript(script, stop),
  );
  if (!library) return undefined;
  const given = await within(longestMs, async () => {
    const { host, protocol } = new URL(api);
    library.configure({ host, prefix: protocol.slice(0, -1) });
    return new Promise<Given>((done, failed) =>
      new library.Campaign({ campaign_key: campaign }).request_number(tags, done, failed),
    );
  });
  const number = given && numberOf(given.get("number"), given.get("formatted_number"));
  if (!number) return undefined;
  show(number);
  return (more) => given.add_tags?.(more);
}

function numberOf(dial: unknown, display: unknown): Company["phone"] | undefined {
  const isDial = typeof dial === "string" && /^\+1[2-9]\d{9}$/.test(dial);
  if (!isDial || typeof display !== "string" || display.length > 20) return undefined;
  return display.replace(/\D/g, "").slice(-10) === dial.slice(2) ? { dial, display } : undefined;
}

/** Loads Ringba's tag, which replaces the configured numbers by itself. @returns how to tag the page's further calls */
function loadRingba(
  { script }: { script: string },
  tags: CallTags,
  stop: AbortSignal,
): (more: CallTags) => void {
  const page = window as { _rgba_tags?: object[] };
  const add = (more: CallTags) => {
    page._rgba_tags ??= [];
    for (const [name, value] of Object.entries(more)) page._rgba_tags.push({ type: "User", [name]: value });
  };
  add(tags);
  loadScript(script, stop);
  return add;
}

type Phone = Company["phone"];

/**
 * Shows another number wherever the page marks ours (`data-call-number`), now and in later parts of the page. A consent
 * is never touched: it is stored as it was shown.
 */
function showNumber(ours: Phone, other: Phone): void {
  const replace = () => {
    for (const place of document.querySelectorAll("[data-call-number]")) replaceIn(place, ours, other);
  };
  replace();
  new MutationObserver(replace).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

function replaceIn(place: Element, ours: Phone, other: Phone): void {
  if (place.getAttribute("href") === `tel:${ours.dial}`) place.setAttribute("href", `tel:${other.dial}`);
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const unbroken of [false, true]) {
      const from = shown(ours, unbroken);
      if (text.nodeValue!.includes(from)) {
        text.nodeValue = text.nodeValue!.replaceAll(from, shown(other, unbroken));
      }
    }
  }
}

/** The number for a line of its own, or for running text, where it must not be broken. */
function shown({ display }: Phone, unbroken: boolean): string {
  return unbroken ? display.replaceAll(" ", "\u00a0") : display;
}

/** Has a call tracker give the page its number; without one in ten seconds the configured one stays. */
export async function mount(element: Element): Promise<void> {
  if (navigator.globalPrivacyControl) return;
  const { tracker, phone, tracking, defaults = {} } = JSON.parse(element.textContent!) as CallData;
  const stop = untilLeft();
  const { pathname, search } = location;
  const here = readArrival(pathname, new URLSearchParams(search), "");
  const tags = callTags(tracking ?? track(here, defaults));
  const addTags =
    "ringba" in tracker
      ? loadRingba(tracker.ringba, tags, stop)
      : await retreaverNumber(tracker.retreaver, tags, stop, (other) => showNumber(phone, other));
  // A survey's click may still be on its way to be registered.
  if (!document.querySelector("[data-island=survey]") || tags.ef_transaction_id || !addTags) return;
  const late = await lateClick(stop);
  if (late) addTags(late);
}
