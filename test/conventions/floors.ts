import { join } from "node:path";

/**
 * The order of the floors, from the ground up: a file may import from its own floor and from those below it, types
 * included. A floor lists folders, and files without their ending; the longest match counts.
 */
const houses: Record<string, readonly string[]> = {
  machines: [
    // The domain: what a record's fields are and what the specification's rules say of them, questions, forms,
    "rules",
    "steps",
    "fields",
    // what is known of a visitor, what charts ask of it, and what all charts are made of,
    "context",
    "guards",
    "survey",
    "variant",
    // the charts, and visits as logs that charts replay,
    "parts visit",
    "variants",
    "lead messages site",
    "registry",
    // What examines charts from outside: drawing and lint, then what walks them.
    "graph",
    "model",
    "graph/account graph/outcomes",
    "features",
    "charts",
  ],
  services: [
    "calendar transparency yaml",
    "words",
    "settings",
    "observe",
    "store",
    "guard",
    "providers",
    "delivery visits console",
    "analytics",
    "consent-log",
    "operations",
    // The parts that every command is made of, features' included.
    "commands/program commands/values commands/with-store commands/audit-log commands/csv-file commands/run-tool",
    "features",
    "commands",
    "index",
  ],
  "services/store": [
    // What every subject's rows and limits are, and what knows no database.
    "rows feature-rows limits engine/address-hash consents/consent-chain sales/ledger-lines",
    // Connections, transactions, seals, schema and its migrations.
    "engine sealed",
    // A subject each: its tables' statements, and what asks them.
    "guards",
    "consents",
    "visits",
    "leads sales",
    "outbox",
    "analytics",
    // One person, or outdated rows, in every table.
    "people retention upkeep",
    // All of it together, and its wrappers.
    "store patient-store history wrappers",
  ],
  app: [
    "styles ui proof-of-work navigator.d",
    "site",
    "survey/screen",
    "survey/browser page-scripts phone-code",
    "server",
    "survey/server themes",
    "graphs/drawing",
    "graphs/formats graphs/ui",
    "graphs graphs/sign-in",
    "graphs/browser",
    "graphs/list",
    "graphs/chart",
    "console",
    "features feature-parts feature-scripts feature-islands feature-endpoints feature-thanks feature-leads",
    "routes root entry.client entry.server",
  ],
};

/** Everything that a floor names, as a path, with the house and its floor there. */
export const places = Object.entries(houses).flatMap(([house, floors]) =>
  floors.flatMap((names, floor) =>
    names.split(" ").map((name) => ({ house, floor, path: join(house, name) })),
  ),
);

/** A file's floor in a house; undefined for one without. */
export function floorOf(house: string, file: string): number | undefined {
  const fits = places.filter(
    (place) => place.house === house && (file.startsWith(`${place.path}/`) || nameOf(file) === place.path),
  );
  return fits.sort((one, other) => other.path.length - one.path.length)[0]?.floor;
}

export const houseNames = Object.keys(houses);

/** A file's path without its ending. */
export const nameOf = (file: string) => file.replace(/\.(tsx?|css|js|mjs)$/, "");
