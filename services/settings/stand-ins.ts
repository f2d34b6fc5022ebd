import type { Declared } from "./destinations/shape.ts";
import { ownMachine } from "./near-addresses.ts";
import { plainSettings } from "./plain-settings.ts";

/** A setting that leads to no real service, to one that only a private network has, or there by plain http. */
export type StandIn = {
  setting: string;
  host: string;
  where: "this machine" | "a reserved name" | "a private network" | "plain http";
};

/** Addresses that a public site should not have. */
export type StandIns = { standIns: readonly StandIn[] };

/** Reserved example names (RFC 2606). */
const reserved = /(?:^|\.)(?:test|example|invalid|example\.(?:com|net|org))\.?$/;
const privateNetwork =
  /^(?:10(?:\.\d+){3}|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[(?:f[cd]|fe[89ab]).*\])$|\.(?:internal|local|lan|home\.arpa)\.?$/;

/** Addresses that belong beside the site: its own, its database, its monitoring. */
const beside = [
  "SITE_ORIGIN",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "REPLICA_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "TRACEPARENT_ORIGINS",
  "OIDC_ISSUER",
];

/**
 * Checks every address in the settings, in destinations and in features' sections. Mail servers may be on the same
 * machine.
 * @param given the environment's values with the names of their settings
 * @param contents of files, by their sections
 */
export function standInsIn(
  given: readonly (readonly [name: string, value: string | undefined])[],
  contents: Readonly<Record<string, unknown>>,
  ofFeatures: readonly (readonly [of: string, addresses: string])[],
  destinations: readonly Declared[],
): StandIns {
  const settings = given.filter(([name]) => !beside.includes(name));
  const inFile = plainSettings.map(({ name, section, key }) => {
    const said = contents[section] as Record<string, unknown> | undefined;
    return [name, String(said?.[key] ?? "")] as const;
  });
  const declared = destinations.map(({ name, ...rest }) => [`the destination ${name}`, JSON.stringify(rest)]);
  const standIns = [...settings, ...inFile, ...declared, ...ofFeatures].flatMap(
    ([setting = "", text = ""]) => {
      const origins = addressesIn(text).map((address) => new URL(address).origin);
      return [...new Set(origins)].flatMap((origin) => {
        const { hostname: host, protocol } = new URL(origin);
        // A name without a dot is one of a network that the machine itself is in.
        const isOpen = protocol === "http:" && host.includes(".");
        const where = whereIs(host) ?? (isOpen ? "plain http" : undefined);
        return where ? [{ setting, host, where }] : [];
      });
    },
  );
  return { standIns };
}

/** Their beginnings, up to the path. */
function addressesIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s/?#,"\\]+/gi) ?? []).filter((address) => URL.canParse(address));
}

function whereIs(host: string): StandIn["where"] | undefined {
  if (ownMachine.test(host)) return "this machine";
  if (reserved.test(host)) return "a reserved name";
  return privateNetwork.test(host) ? "a private network" : undefined;
}
