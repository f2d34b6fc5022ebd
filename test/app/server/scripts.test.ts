import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { describe, expect, it } from "vitest";
import { reactModules } from "../../../app/server/building/plugins.ts";
import { namesOfNothing, scriptOf } from "../../../app/server/building/scripts.ts";
import { type Rule, rulesOf } from "../../../app/server/pages/page-styles.ts";

type Hooks = {
  resolveId(id: string): string | undefined;
  transform(code: string, id: string): { code: string } | undefined;
};

describe("the scripts of a build", () => {
  it("consist of modules that exist under the names that the build uses", () => {
    expect(namesOfNothing(), "names in app/server/building/scripts.ts that nothing has any more").toEqual([]);
  });

  it.each([
    ["node_modules/react-dom/cjs/react-dom.production.min.js", "react"],
    ["node_modules/@remix-run/react/dist/index.js", undefined],
    ["machines/guards.ts", "island"],
    ["machines/variants/c.ts", undefined],
    ["app/ui/text-field.tsx", "typed"],
    ["app/ui/rescue.ts", undefined],
    ["app/ui/one-press.ts", "form"],
  ])("contain %s in %s", (path, script) => {
    expect(scriptOf(`${process.cwd()}/${path}`)).toBe(script);
  });

  it.each([
    ["react", ["useState", "createElement"]],
    ["react/jsx-runtime", ["jsx", "Fragment"]],
    ["react-dom/client", ["createRoot", "hydrateRoot"]],
    ["scheduler", ["unstable_scheduleCallback"]],
    ["use-sync-external-store/shim/with-selector", ["useSyncExternalStoreWithSelector"]],
  ])("contain %s as an ES module made from its production file", (id, names) => {
    const { resolveId, transform } = reactModules as Plugin & Hooks;
    const file = resolveId(id);
    expect(
      file,
      "its entry loads production's file in another way than app/server/building/plugins.ts reads",
    ).toMatch(/\.production(\.min)?\.js$/);
    const { code } = transform(readFileSync(file!, "utf8"), file!)!;
    expect(code, "CommonJS that app/server/building/plugins.ts does not rewrite").not.toMatch(
      /\brequire\(|\bmodule\.exports\b|\bexports\./,
    );
    for (const name of names) expect(code).toContain(`exported_${name} as ${name}`);
  });
});

const written = (rules: readonly Rule[]): string =>
  rules.map((rule) => ("at" in rule ? `${rule.at}{${written(rule.rules)}}` : rule.text)).join("");

it("no island of a build, nor what it loads later, imports the server's words", () => {
  const seen = new Set<string>();
  const follow = (text: string) => {
    for (const [, file = ""] of text.matchAll(/["'](?:\.\/|\/?assets\/)([\w.-]+\.js)["']/g)) {
      if (seen.has(file)) continue;
      seen.add(file);
      follow(readFileSync(`build/client/assets/${file}`, "utf8"));
    }
  };
  follow(readFileSync("build/loader.js", "utf8"));
  expect([...seen].some((file) => file.startsWith("live-meter"))).toBe(true);
  const throwing = [...seen].filter((file) =>
    readFileSync(`build/client/assets/${file}`, "utf8").includes("Words are not for browsers."),
  );
  expect(throwing).toEqual([]);
});

describe("the style sheets of a build", () => {
  const sheets = readdirSync("build/client/assets").filter((name) => name.endsWith(".css"));

  it.each(sheets)("%s is parsed completely, so that a page omits no rule that it needs", (name) => {
    const sheet = readFileSync(`build/client/assets/${name}`, "utf8").trim();
    expect(written(rulesOf(sheet)), "text that app/server/pages/page-styles.ts does not read").toBe(sheet);
  });
});
