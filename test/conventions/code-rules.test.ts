import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { build, type PluginOption } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { allLanguages } from "../../services/words/languages.ts";
import config from "../../vite.config.ts";
import { filesIn, importsOf, parsed, root, visit } from "../support/source-files.ts";

const scripts = filesIn("app", "machines", "services").filter((path) => !path.endsWith(".css"));

/**
 * Places, as "file: text", of matching nodes.
 * @param words of which a file must contain one before it is parsed, which takes time
 */
function places(paths: string[], words: RegExp, what: (node: ts.Node) => string | undefined): string[] {
  const found: string[] = [];
  for (const path of paths.filter((path) => words.test(readFileSync(path, "utf8")))) {
    visit(parsed(path), (node) => {
      const text = what(node);
      if (text !== undefined) found.push(`${path}: ${text}`);
    });
  }
  return [...new Set(found)];
}

/** Files that may do what others may not, as each feature's rules.json beside its tests lists them. */
function ofFeatures(may: "startPrograms" | "makePatterns"): string[] {
  const folder = join(root, "test/features");
  return readdirSync(folder).flatMap((name) => {
    const rules = join(folder, name, "rules.json");
    return existsSync(rules) ? (JSON.parse(readFileSync(rules, "utf8"))[may] ?? []) : [];
  });
}

const called = (node: ts.Node) =>
  ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : undefined;
const first = (node: ts.Node) => (node as ts.CallExpression).arguments?.[0];

it("no literal is spread into another to save the formatter's lines", () => {
  const everything = filesIn("app", "machines", "services", "test", "tools");
  const spread = (node: ts.Node) =>
    (ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
    (ts.isArrayLiteralExpression(node.expression) || ts.isObjectLiteralExpression(node.expression))
      ? node.getText()
      : undefined;
  const scripts = everything.filter((path) => !path.endsWith(".css"));
  expect(places(scripts, /\.\.\.\s*[[{]/, spread)).toEqual([]);
});

it("no text is run as a program", () => {
  const running = (node: ts.Node) =>
    /^(?:eval|Function|globalThis\.eval|vm\.\w+|new Script)$/.test(called(node) ?? "") ||
    (/^set(?:Timeout|Interval)$/.test(called(node) ?? "") && ts.isStringLiteralLike(first(node) ?? node))
      ? node.getText()
      : undefined;
  expect(places(scripts, /\beval\b|\bFunction\(|\bvm\b|set(?:Timeout|Interval)\(/, running)).toEqual([]);
});

it("only these files put markup into a page", () => {
  const ways =
    /^(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment)$/;
  const raw = (node: ts.Node) => (ts.isIdentifier(node) && ways.test(node.text) ? node.text : undefined);
  expect(places(scripts, /HTML|Fragment/, raw)).toEqual([
    // JSON without "<", and scripts of our own.
    "app/ui/island-data.tsx: dangerouslySetInnerHTML",
    "app/ui/scripts.tsx: dangerouslySetInnerHTML",
  ]);
});

it("other programs are started without a shell, by commands and while developing only", () => {
  const starting = scripts.filter((path) => readFileSync(path, "utf8").includes('"node:child_process"'));
  const mayStart = [
    "app/server/prepare.mjs",
    "services/commands/run-tool.ts",
    "services/store/engine/backup.ts",
    ...ofFeatures("startPrograms"),
  ];
  expect(starting).toEqual(mayStart.sort());
  const shell = (node: ts.Node) =>
    /^(?:exec|execSync)$/.test(called(node) ?? "") ||
    (ts.isPropertyAssignment(node) && node.name.getText() === "shell")
      ? node.getText()
      : undefined;
  expect(places(starting, /./, shell)).toEqual([]);
});

it("no pattern is built from text while the site runs", () => {
  const made = (node: ts.Node) =>
    called(node) === "RegExp" && !ts.isStringLiteralLike(first(node)!)
      ? node.getText().slice(0, 60)
      : undefined;
  // From constants of its own, when it is loaded.
  const mayMake = [
    "app/server/pages/page-styles.ts",
    "machines/lead/meant-query.ts",
    "machines/rules/gibberish-name.ts",
    "services/store/sealed/packing.ts",
    // What a language says that nothing may promise.
    "services/words/facts.ts",
    "services/words/languages.ts",
    ...ofFeatures("makePatterns"),
  ];
  expect(places(scripts, /RegExp\(/, made).map((place) => place.split(":")[0])).toEqual(mayMake.sort());
});

it("only charts name a language, and what is in English for good", () => {
  const named = (node: ts.Node) =>
    ts.isStringLiteralLike(node) && allLanguages.includes(node.text) ? node.text : undefined;
  const found = places(scripts, new RegExp(`["'](${allLanguages.join("|")})["']`), named);
  expect(found.filter((place) => !/^machines\/variants?[./]/.test(place))).toEqual([
    // Not a language, but the form of a bundle.
    "app/server/building/finish.ts: es",
    // A page that no server renders.
    "app/ui/page-shell.tsx: en",
    // A field of the lead (spec 7).
    "machines/rules/limits.ts: en",
  ]);
});

it("what visitors read is in files of words: their pages have no sentence in code", () => {
  const ofVisitors = pageFeatures.flatMap(({ name, sitePages }) => (sitePages ? `app/features/${name}` : []));
  const shown = [
    ...filesIn("app/phone-code", "app/site", "app/survey", "app/ui").filter((path) => path.endsWith(".tsx")),
    ...filesIn(...ofVisitors).filter((path) => /\.tsx?$/.test(path)),
    ...importsOf("app/feature-thanks.ts").map(({ to }) => to),
  ];
  const word = /\p{L}{2}/u;
  const sentence = /^\p{Lu}\p{Ll}+,? \p{L}|\p{L}\p{Ll} .*\p{Ll}[.?!]$/u;
  const read = new Set(["alt", "aria-label", "heading", "label", "legend", "placeholder", "title"]);
  const said = (node: ts.Node) => {
    const text = textOf(node);
    const { parent } = node;
    const isRead =
      ts.isJsxText(node) || (parent && ts.isJsxAttribute(parent) && read.has(parent.name.getText()));
    return (isRead ? word : sentence).test(text) ? text : undefined;
  };
  // Only who edits a chart reads what a failed page says while developing.
  const pages = shown.filter((path) => path !== "app/ui/developer-error.tsx");
  expect(pages.length).toBeGreaterThan(60);
  expect(places(pages, word, said)).toEqual([
    // Thrown: the one is logged, in place of the other is a page of words.
    "app/survey/screen/question-form.tsx: No step named … in survey …",
    "app/survey/server/route.tsx: There is no survey here.",
  ]);
});

/** What a piece of text in a script says, without what is put into it; empty for all else. */
function textOf(node: ts.Node): string {
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join("…");
  return ts.isJsxText(node) || ts.isStringLiteralLike(node) ? node.text.trim() : "";
}

it("only these hashes and ciphers are used", () => {
  const makers = /^create(?:Hash|Hmac|Cipheriv|Decipheriv)$|^(?:hkdf|pbkdf2|scrypt)(?:Sync)?$/;
  const algorithm = (node: ts.Node) => (makers.test(called(node) ?? "") ? first(node)!.getText() : undefined);
  const used = places(scripts, /node:crypto/, algorithm).map((place) => place.replace(/^[^:]*: /, ""));
  // `algorithm` is that of the cipher's own file.
  expect([...new Set(used)].sort()).toEqual(['"sha256"', "algorithm"]);
  expect(readFileSync("services/store/sealed/cipher.ts", "utf8")).toContain(
    'const algorithm = "aes-256-gcm";',
  );
});

it("unguessable randomness comes from the system", () => {
  const plain = (node: ts.Node) => (node.getText() === "Math.random" ? node.getText() : undefined);
  // Pauses that are not to coincide, samples, and an address that no cache is to know.
  expect(places(scripts, /Math\.random/, plain).map((place) => place.split(":")[0])).toEqual([
    "app/page-scripts/certificates.ts",
    "services/index.ts",
    "services/store/engine/retry-while-busy.ts",
    "services/visits/record-answers.ts",
  ]);
  const bytes = (node: ts.Node) => (called(node) === "randomBytes" ? first(node)!.getText() : undefined);
  const sizes = places(scripts, /randomBytes/, bytes).map((place) => place.replace(/^[^:]*: /, ""));
  expect(sizes.length).toBeGreaterThan(3);
  for (const size of sizes.filter((size) => /^\d+$/.test(size)))
    expect(Number(size)).toBeGreaterThanOrEqual(16);
});

it("no page listens to other windows", () => {
  const listening = (node: ts.Node) =>
    called(node)?.endsWith("addEventListener") && first(node)?.getText() === '"message"'
      ? node.getText()
      : undefined;
  expect(places(scripts, /"message"/, listening).filter((place) => place.startsWith("app/"))).toEqual([]);
});

it("no check of certificates is switched off", () => {
  const off = (node: ts.Node) =>
    /^(?:rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity)$/.test(
      ts.isIdentifier(node) ? node.text : "",
    )
      ? node.getText()
      : undefined;
  expect(places(scripts, /rejectUnauthorized|TLS_REJECT|checkServerIdentity/, off)).toEqual([]);
});

it.each([".", "tools/lab"])("every package of %s is pinned, and its content has a checksum", (folder) => {
  const read = (file: string) => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
  const { workspaces = [] } = read("package.json");
  for (const part of [".", ...workspaces]) {
    const { dependencies, devDependencies, license } = read(`${part}/package.json`);
    const locked = read("package-lock.json").packages[part === "." ? "" : part];
    expect([license, locked.license], part).toEqual(["MIT", "MIT"]);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version, name).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/);
  }
  type Package = {
    integrity?: string;
    inBundle?: boolean;
    link?: boolean;
    dev?: boolean;
    hasInstallScript?: boolean;
  };
  const packages = Object.fromEntries(
    Object.entries<Package>(read("package-lock.json").packages).filter(
      ([name, { link }]) => name.includes("node_modules/") && !link,
    ),
  );
  const bare = Object.entries<Package>(packages).filter(
    ([, { integrity, inBundle }]) => !inBundle && !/^sha512-/.test(integrity ?? ""),
  );
  expect(bare.map(([name]) => name)).toEqual([]);
  // Packages for production run no scripts during their installation.
  const running = Object.entries<Package>(packages).filter(
    ([, { dev, hasInstallScript }]) => hasInstallScript && !dev,
  );
  expect(running.map(([name]) => name)).toEqual([]);
});

it("the Node that runs the program has known checksums", () => {
  const known = readFileSync("docs/production/node.sha256", "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  ") as [hash: string, file: string]);
  const installed = known.filter(([, file]) => existsSync(`node_modules/${file}`));
  expect(installed.length).toBeGreaterThan(0);
  for (const [hash, file] of installed)
    expect(
      createHash("sha256")
        .update(readFileSync(`node_modules/${file}`))
        .digest("hex"),
      file,
    ).toBe(hash);
});

it("files that Node runs from source use nothing of Vite's", () => {
  const unbuilt = scripts.filter((path) => /^(services|machines|app\/server)\//.test(path));
  const vite = (node: ts.Node) =>
    ts.isPropertyAccessExpression(node) && node.getText() === "import.meta.env" ? node.getText() : undefined;
  expect(places(unbuilt, /import\.meta/, vite)).toEqual([]);
});

describe("the browser's bundle", () => {
  /** The project's own guard, in builds of one small file. */
  const { plugins } = config({ command: "build", mode: "production" });
  const guard = (plugins as PluginOption[])
    .flat()
    .find((plugin) => plugin && "name" in plugin && plugin.name === "no-server-leak");

  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "claimpath-leak-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function bundle(code: string, { ssr = false } = {}) {
    const entry = join(folder, "entry.ts");
    writeFileSync(entry, code);
    return build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      plugins: [guard],
      build: { write: false, ssr, rollupOptions: { input: entry, treeshake: false } },
    });
  }
  const importing = (path: string) =>
    `import * as it from ${JSON.stringify(join(root, path))}; console.log(it);`;

  it("is part of every build", () => {
    expect(guard).toBeTruthy();
  });

  it("a browser bundle that reaches server code fails to build, through another file or a dynamic import too", async () => {
    writeFileSync(
      join(folder, "between.ts"),
      `export * from ${JSON.stringify(join(root, "services/providers/http.ts"))};`,
    );
    const later = JSON.stringify(join(root, "services/guard/signing.ts"));
    for (const [code, reached] of [
      [importing("app/server/requests/same-origin.ts"), "same-origin"],
      ['import "./between.ts";', "http"],
      [`void import(${later});`, "signing"],
    ] as const)
      await expect(bundle(code)).rejects.toThrow(
        `${reached}.ts is server only, but the browser bundle imports it`,
      );
  });

  it("machines and types may go to the browser, and anything to the server", async () => {
    const types = `import type { Perform } from ${JSON.stringify(join(root, "services/visits/perform.ts"))}; export const a: Perform | null = null;`;
    await expect(bundle(types + importing("machines/rules/limits.ts"))).resolves.toBeTruthy();
    await expect(bundle(importing("services/providers/http.ts"), { ssr: true })).resolves.toBeTruthy();
  });
});
