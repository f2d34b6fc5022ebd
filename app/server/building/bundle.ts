/**
 * The last of the build: the server with its pages and packages in a few files, which `npm start` runs. A start from the sources
 * looks for 1,500 modules, and reads and checks what the build knows already.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { build, type Metafile, type Plugin } from "esbuild";
import { rollup } from "rollup";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "build/site");
/** The same in a file for each mix of those who need it. */
const parts = join(root, "build/parts");
const [main, pages] = ["app/server/built.ts", "build/server/index.js"];
const threads = Object.fromEntries(
  globSync("services/**/*-thread.ts", { cwd: root }).map((path) => [basename(path, ".ts"), path]),
);

/** Modules that are nothing but what they have read and worked out, which is the same at each start. */
const known =
  /\/(app\/site\/content\/(law|texts|words)|(app|services)\/features\/[\w-]+\/words\/index|services\/(visits\/rules-code|words\/(facts|messages|questions)))\.ts$/;

/** A value without what it does not say. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, said(inner)]));
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * What these have found, as JSON in files of their own: Node would keep what a script has of it for good, as a source and as
 * code.
 * @throws an Error where JSON cannot say it
 */
const found: Plugin = {
  name: "found",
  setup({ onLoad }) {
    onLoad({ filter: known }, async ({ path }) => {
      const exported: Record<string, unknown> = await import(pathToFileURL(path).href);
      for (const [name, value] of Object.entries(exported))
        if (!isDeepStrictEqual(JSON.parse(JSON.stringify(value)), said(value)))
          throw new Error(`${path}: ${name} is no JSON.`);
      const file = `${relative(root, path).replace(/\W+/g, "-")}.json`;
      writeFileSync(join(folder, file), JSON.stringify(exported));
      const all = `JSON.parse(readFileSync(new URL("./${file}", import.meta.url), "utf8"))`;
      return {
        contents: `import { readFileSync } from "node:fs";
          export const { ${Object.keys(exported).join(", ")} } = ${all};`,
      };
    });
  },
};

/** Packages that a site needs for some requests or settings only: they stay where they are, and are loaded at their first use. */
const later = [
  "altcha-lib",
  "altcha-lib/algorithms/pbkdf2",
  "csv-parse/sync",
  "gibb",
  "hyparquet-writer",
  "libphonenumber-js/max",
  "mailchecker",
  "marked",
  "nodemailer",
  "oauth4webapi",
  "otpauth",
  "pg",
  "yaml",
];

/** Those of them that many starts need, and that are of many files: one file loads in a fifth to half of the time. */
const inOneFile = ["pg", "yaml"];
const fileOf = (name: string) => `${name}.cjs`;

/** Stands for such a package: asks for it once somebody asks for something in it. */
const atFirstUse: Plugin = {
  name: "at-first-use",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(\.\/)?[a-z]/ }, ({ path, importer, namespace }) => {
      if (namespace === "later") return { path, external: true };
      return later.includes(path) && !importer.includes("/node_modules/")
        ? { path, namespace: "later" }
        : undefined;
    });
    onLoad({ filter: /./, namespace: "later" }, async ({ path }) => {
      const { default: whole, ...named } = (await import(path)) as Record<string, unknown>;
      // Of a CommonJS package Node knows some names only; all are in what it hands on as its default.
      const names = Object.keys({ ...(whole as object), ...named }).filter((name) => /^[\w$]+$/.test(name));
      const getters = names.map((name) => `get ${name}() { return (all ??= load()).${name}; }`);
      const from = inOneFile.includes(path) ? `./${fileOf(path)}` : path;
      const load = `let all; const load = () => require("${from}");`;
      return { contents: `${load} module.exports = { ${getters.join(", ")} };` };
    });
  },
};

/** What of packages nobody here uses: other ways to make requests and files, words in other languages. */
const leftOut: Plugin = {
  name: "left-out",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@remix-run\/node$/ }, () => ({ path: "remix", namespace: "left" }));
    onLoad({ filter: /./, namespace: "left" }, () => ({
      contents: `export * from "@remix-run/server-runtime";
        export { createCookie } from "./node_modules/@remix-run/node/dist/implementations.js";`,
      resolveDir: root,
    }));
    onResolve({ filter: /^(\.\.?\/)+locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      importer.includes("/node_modules/zod/") ? { path: join(resolveDir, "../locales/en.js") } : undefined,
    );
  },
};

/**
 * Our own files find others beside their sources, wherever they run, and are in ASCII: Node keeps a file at two bytes a letter
 * for one that is not, and esbuild leaves those of regular expressions.
 */
const besideSources: Plugin = {
  name: "beside-sources",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes("/node_modules/")) return undefined;
      const contents = readFileSync(path, "utf8")
        .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .replace(/"\.\/([\w-]+-thread)\.ts", import\.meta\.url/g, '"./$1.js", import.meta.url')
        .replace(/import\.meta\.dirname/g, `(import.meta.dirname + "/${relative(folder, dirname(path))}")`)
        .replace(/(?<!\.js", )import\.meta\.url/g, `new URL("${relative(folder, path)}", import.meta.url)`);
      return { contents, loader: "ts" };
    });
  },
};

/** Makes `build/site/main.js` and what it loads. */
export async function bundleServer(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    outdir: parts,
    metafile: true,
    bundle: true,
    platform: "node",
    target: "node24",
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["vite"],
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "error",
    entryPoints: { main, ...threads },
    splitting: true,
    format: "esm",
    conditions: ["production", "module"],
    sourcemap: "linked",
    sourcesContent: false,
    // CommonJS in it asks for Node's own modules, which need no loader of packages.
    banner: {
      js: 'import{createRequire}from"node:module";const require=id=>process.getBuiltinModule(id)??createRequire(import.meta.url)(id);',
    },
    plugins: [found, atFirstUse, leftOut, besideSources],
  });
  await joined(metafile);
  for (const name of inOneFile)
    await build({
      absWorkingDir: root,
      outfile: join(folder, fileOf(name)),
      stdin: { contents: `module.exports = require("${name}");`, resolveDir: root },
      bundle: true,
      platform: "node",
      target: "node24",
      // Of C, and asked for only where somebody wants it.
      external: ["pg-native"],
      minifySyntax: true,
      minifyWhitespace: true,
      logLevel: "error",
    });
  rmSync(parts, { recursive: true });
}

/**
 * Puts what each start loads into two files, of which a thread needs one: to find and check 89 takes a fifth of a start. What is
 * loaded for some stays in files of its own.
 */
async function joined({ outputs }: Metafile): Promise<void> {
  const neededBy = (...entryPoints: readonly string[]) => {
    const needed = new Set<string>();
    const add = (path: string) => {
      if (needed.has(path)) return;
      needed.add(path);
      for (const { path: other, kind, external } of outputs[path]!.imports)
        if (kind === "import-statement" && !external) add(other);
    };
    for (const [path, { entryPoint = "" }] of Object.entries(outputs))
      if (entryPoints.includes(entryPoint)) add(path);
    return needed;
  };
  const atStart = neededBy(main, pages);
  // What a feature has the analysts' thread work out is loaded there when it is asked for.
  const analyses = Object.values(outputs).flatMap(({ entryPoint = "" }) =>
    /^services\/features\/[^/]+\/analyses\.ts$/.test(entryPoint) ? [entryPoint] : [],
  );
  const inThreads = neededBy(...Object.values(threads), ...analyses);
  const entries = ["main", ...Object.keys(threads)].map((name) => [name, join(parts, `${name}.js`)]);
  const bundle = await rollup({
    input: Object.fromEntries(entries),
    external: (id) => /^[^./]/.test(id),
    treeshake: false,
    logLevel: "silent",
    preserveEntrySignatures: "allow-extension",
    plugins: [{ name: "mapped", load: (id) => ({ code: readFileSync(id, "utf8"), map: mapOf(id) }) }],
  });
  await bundle.write({
    dir: folder,
    compact: true,
    onlyExplicitManualChunks: true,
    manualChunks(id) {
      const path = relative(root, id);
      if (!atStart.has(path)) return undefined;
      // A thread that loaded the site's own file would start another site.
      return inThreads.has(path) ? "shared" : "main";
    },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
}

const mapOf = (path: string) => JSON.parse(readFileSync(`${path}.map`, "utf8"));
