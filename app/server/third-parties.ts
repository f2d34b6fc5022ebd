import type { Settings } from "../../services/env.ts";

/** Origins that pages may use besides our own, by what for. */
export type ThirdParties = { scripts: string[]; connections: string[]; images: string[] };

/** Hosts that a vendor's script turns to besides its own, by where the script lies. */
const companions: Record<string, { scripts?: string[]; connections?: string[]; images?: string[] }> = {
  "https://api.trustedform.com": {
    scripts: ["https://cdn.trustedform.com"],
    connections: ["https://cdn.trustedform.com"],
    images: ["https://cdn.trustedform.com"],
  },
  "https://create.lidstatic.com": {
    connections: ["https://create.leadid.com"],
    images: ["https://create.leadid.com"],
  },
  "https://b-js.ringba.com": { connections: ["https://display.ringba.com"] },
};

type Loaded = Pick<Settings, "effectUrls" | "pageScripts" | "callTracker">;

/** Where pages load scripts and pixels from and whom these may call, by the settings; nothing that is not set. */
export function thirdParties({ effectUrls, pageScripts, callTracker }: Loaded): ThirdParties {
  const { everflow, trustedForm, jornaya, publicIp } = pageScripts;
  const retreaver = callTracker && "retreaver" in callTracker ? callTracker.retreaver : undefined;
  const ringba = callTracker && "ringba" in callTracker ? callTracker.ringba : undefined;
  const effects = Object.values(effectUrls);
  const vendors = [trustedForm, jornaya, ringba].map((vendor) => vendor?.script);
  const more = vendors.map((script) => (script && companions[new URL(script).origin]) || {});
  return {
    scripts: origins([
      ...effects,
      everflow?.script,
      ...vendors,
      retreaver?.script,
      ...more.flatMap(({ scripts = [] }) => scripts),
    ]),
    connections: origins([
      ...effects,
      everflow?.script,
      ...vendors,
      retreaver?.api,
      ...(publicIp?.urls ?? []),
      ...more.flatMap(({ connections = [] }) => connections),
    ]),
    images: origins([
      ...effects,
      trustedForm?.script,
      jornaya?.script,
      ...more.flatMap(({ images = [] }) => images),
    ]),
  };
}

function origins(addresses: (string | undefined)[]): string[] {
  const given = addresses.filter((address) => address !== undefined);
  return [...new Set(given.map((address) => new URL(address).origin))];
}
