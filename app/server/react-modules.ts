import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);

/** What React is imported as, and its production file where that is. */
const files: Record<string, string> = {
  react: "react/cjs/react.production.min.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.min.js",
  "react-dom": "react-dom/cjs/react-dom.production.min.js",
  "react-dom/client": "react-dom/cjs/react-dom.production.min.js",
  scheduler: "scheduler/cjs/scheduler.production.min.js",
  "use-sync-external-store": "use-sync-external-store/cjs/use-sync-external-store.production.js",
  "use-sync-external-store/shim": "use-sync-external-store/cjs/use-sync-external-store.production.js",
  "use-sync-external-store/shim/with-selector":
    "use-sync-external-store/cjs/use-sync-external-store-with-selector.production.js",
};

/**
 * Part of the build for browsers: React's own files as ES modules, so that what nobody imports of them (the legacy roots,
 * class helpers, the scheduler's inspection) is left out. Whole, as CommonJS, they are a twentieth heavier.
 */
export const reactModules: Plugin = {
  name: "react-modules",
  enforce: "pre",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  resolveId(id) {
    const file = files[id];
    if (!file) return undefined;
    const [name = ""] = file.split("/cjs/");
    return join(dirname(require.resolve(`${name}/package.json`)), "cjs", basename(file));
  },
  transform(code, id) {
    if (!Object.values(files).some((file) => id.endsWith(`/node_modules/${file}`))) return undefined;
    const names = new Set(Array.from(code.matchAll(/\bexports\.(\w+)\s*=/g), ([, name]) => name));
    const needed: string[] = [];
    const body = (id.includes("/react-dom/") ? withoutUnused(code) : code)
      .replace(/\brequire\("([\w/-]+)"\)/g, (_, from) => `required${needed.push(from) - 1}`)
      .replace(/\bexports\.(\w+)/g, "exported_$1");
    return {
      code: [
        ...needed.map((from, index) => `import * as required${index} from "${from}";`),
        `var ${Array.from(names, (name) => `exported_${name}`)};`,
        body,
        `export { ${Array.from(names, (name) => `exported_${name} as ${name}`)} };`,
      ].join("\n"),
      map: null,
    };
  },
};

/**
 * What React does and none of our islands asks of it: attributes of SVG whose names it makes of camel case, and the events
 * of selecting, composing, and entering or leaving an element. Together they are a twenty-fifth of it.
 */
const unusedOfReact = {
  attributes: ['accent-height [^"]+', 'xlink:actuate [^"]+'],
  usedAttribute: "fill-rule",
  /** Where the code of each begins, and what comes after it. */
  events: [
    ['xa=d?ue(d):window;switch(a){case "focusin"', "}se(g,b)})}function tf("],
    ['a:{h="mouseover"===a', "a:{h=d?ue(d):window;k=h.nodeName"],
  ],
} as const;

/** @throws where React has it in another way */
function withoutUnused(code: string): string {
  let rest = code;
  for (const list of unusedOfReact.attributes) {
    const found = new RegExp(`"${list}"`);
    if (!found.test(rest)) throw new Error(`React has no list of ${list}.`);
    rest = rest.replace(found, `"${unusedOfReact.usedAttribute}"`);
  }
  for (const [from, to] of unusedOfReact.events) {
    const begin = rest.indexOf(from);
    const end = rest.indexOf(to, begin);
    if (begin < 0 || end < 0) throw new Error(`React has no ${from}.`);
    rest = rest.slice(0, begin) + rest.slice(end);
  }
  return rest;
}
