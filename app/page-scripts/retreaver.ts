import type { Company } from "../ui/company.ts";
import type { CallTags } from "./call-tags.ts";
import { loadScript } from "./load-script.ts";
import { poll, within } from "./poll.ts";

type Given = { get(name: "number" | "formatted_number"): unknown; add_tags?(tags: object): void };
type Library = {
  configure(options: { host: string; prefix: string }): void;
  Campaign: new (options: {
    campaign_key: string;
  }) => { request_number(tags: object, done: (given: Given) => void, failed: () => void): void };
};

const everyMs = 50;
/** Its callbacks fire only for an answer that can be read. */
const longestMs = 10_000;

type Settings = { script: string; api: string; campaign: string };

/**
 * Asks Retreaver for a number of this visit's own; calls to it bear the tags.
 * @param show is called with the number, if it is a US number
 * @returns how to tag it further; undefined where none came
 */
export async function retreaverNumber(
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
