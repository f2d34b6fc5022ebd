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
    const imports: string[] = [];
    const imported = (name: string, from: string) => imports.push(`import * as ${name} from "${from}";`);
    const body = code
      // By its name there: a module that is handed on as another one is kept whole.
      .replace(/\b([\w$]+)\s*=\s*require\("([\w/-]+)"\)(?!\.)/g, (_, name, from) => {
        return `unused_${imported(name, from)}`;
      })
      .replace(/\brequire\("([\w/-]+)"\)/g, (_, from) => {
        const name = `required_${imports.length}`;
        imported(name, from);
        return name;
      })
      .replace(/\bexports\.(\w+)/g, "exported_$1");
    return {
      code: [
        ...imports,
        `var ${Array.from(names, (name) => `exported_${name}`)};`,
        body,
        `export { ${Array.from(names, (name) => `exported_${name} as ${name}`)} };`,
      ].join("\n"),
      map: null,
    };
  },
};
