import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { variants } from "../../machines/registry.ts";

const assets = "build/client/assets";
const list = JSON.parse(readFileSync("build/variants.json", "utf8")) as Record<string, string[]>;
const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
const textOf = (name: string) => readFileSync(join(assets, name), "utf8");

test("every variant is in a script of its own, which the server can name", () => {
  expect(Object.keys(list).sort()).toEqual([...variants.keys()].sort());
  for (const [code, [own = ""]] of Object.entries(list)) {
    expect(textOf(own.replace("/assets/", "")), code).toMatch(new RegExp(`code:"${code}"`));
  }
});

test("no script names a variant's, so that a page weighs the same however many there are", () => {
  const own = Object.values(list).map(([file = ""]) => file.replace("/assets/", ""));
  expect(scripts.length).toBeGreaterThan(own.length);
  const naming = scripts.filter((name) => own.some((file) => textOf(name).includes(file)));
  expect(naming).toEqual([]);
});
