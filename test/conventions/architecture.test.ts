import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { complete } from "../../machines/features/needs.ts";
import { allFeatures } from "../../services/features.ts";
import { filesIn, type Import, importsOf, linesOf, parsed, root, visit } from "../support/source-files.ts";
import { floorOf, houseNames, nameOf, places } from "./floors.ts";

const program = filesIn("app", "machines", "services");
const imports = program.flatMap(importsOf);
const runtime = imports.filter(({ typeOnly }) => !typeOnly);
type Within = (path: string) => boolean;
const within =
  (folder: string): Within =>
  (path) =>
    path.startsWith(`${folder}/`);
/** Lists of features. They name things of every floor, so they have none themselves. */
const isDeclared: Within = (path) =>
  /^(services|app|machines)\/(features(\.ts|\/feature\.ts|\/[\w-]+\/feature\.ts)|feature-(parts|scripts|islands|endpoints|thanks|leads)\.ts)$/.test(
    path,
  );
/** The feature that a file belongs to; undefined for the core, and for the lists of all features. */
const featureOf = (path: string) =>
  /^(?:services|app|machines|test|tools(?:\/lab)?)\/features\/([\w-]+)\//.exec(path)?.[1];
const needs = (name: string | undefined) =>
  [...allFeatures, ...pageFeatures].flatMap((each) => (each.name === name ? (each.needs ?? []) : []));
const said = (found: Import[]) => found.map(({ from, to }) => `${from} imports ${to}`);

describe("machines", () => {
  const packages = ["xstate", "zod", "@xstate/graph"];

  it("import nothing but XState, zod and one another", () => {
    const others = imports.filter(
      ({ from, to, own }) =>
        within("machines")(from) && !(own ? within("machines")(to) : packages.includes(to)),
    );
    expect(said(others)).toEqual([]);
  });

  it("contain only what all charts are made of and the lists of charts at their top level", () => {
    const loose = filesIn("machines").filter((path) => path.split("/").length === 2);
    expect(loose.map((path) => nameOf(path.split("/")[1]!)).sort()).toEqual([
      "charts",
      "features",
      "guards",
      "registry",
      "survey",
      "variant",
    ]);
  });

  // machines/tsconfig.json checks that they know no browser and no process.
  it("take time and randomness as input", () => {
    expect(filesIn("machines").flatMap(impurities)).toEqual([]);
  });
});

describe("services", () => {
  it("import machines and one another, never the app or React", () => {
    const wrong = imports.filter(
      ({ from, to, own }) =>
        within("services")(from) &&
        (own ? !["machines", "services"].some((folder) => within(folder)(to)) : isReact(to)),
    );
    expect(said(wrong)).toEqual([]);
  });

  it("have providers that do not know one another", () => {
    const providerOf = (path: string) => /^services\/providers\/([^/.]+)/.exec(path)?.[1] ?? "";
    const shared = ["http", "monitored-port", "outside", "page-scripts", "ports", "provider", "route"];
    const listed = new Set(importsOf("services/providers/index.ts").map(({ to }) => providerOf(to)));
    const each = [...listed].filter((name) => name && !shared.includes(name));
    expect(each.length).toBeGreaterThan(10);
    const between = imports.filter(({ from, to }) => {
      const [one, other] = [from, to].map(providerOf);
      return one !== other && each.includes(one!) && each.includes(other!);
    });
    expect(said(between)).toEqual([]);
  });

  it("are folders of which no two import each other", () => {
    const roomOf = (path: string) => /^services\/([^/]+)\//.exec(path)?.[1];
    const arrows = new Map<string, Import>();
    for (const found of imports.filter(({ from, to }) => !isDeclared(from) && !isDeclared(to))) {
      const [from, to] = [roomOf(found.from), roomOf(found.to)];
      if (from && to && from !== to) arrows.set(`${from} ${to}`, found);
    }
    const back = [...arrows].filter(([arrow]) => arrows.has(arrow.split(" ").reverse().join(" ")));
    expect(arrows.size).toBeGreaterThan(20);
    expect(said(back.map(([, found]) => found))).toEqual([]);
  });

  it("bypass the seals of personal data only where these are renewed", () => {
    const past = filesIn("services").filter((path) => readFileSync(path, "utf8").includes("withoutPlugins"));
    expect(past).toEqual(["services/store/sealed/rekey.ts"]);
  });

  it("contain only the index and the list of features at their top level", () => {
    expect(filesIn("services").filter((path) => path.split("/").length === 2)).toEqual([
      "services/features.ts",
      "services/index.ts",
    ]);
  });
});

describe("app", () => {
  const runsOnServer =
    /^app\/(entry\.server\.tsx$|(server|routes|survey\/server|features\/([\w-]+\/)+answers)\/|(graphs|console|features)\/.+route\.tsx?$|(console|features)\/[\w-]+\/load(-\w+)?\.ts$|features\/[\w-]+\/\w+-endpoint\.ts$|site\/content\/)/;

  it("uses services on the server and in commands only; elsewhere at most their types, and words on pages", () => {
    const leaks = runtime.filter(
      ({ from, to }) =>
        within("app")(from) &&
        !runsOnServer.test(from) &&
        within("services")(to) &&
        // The build leaves them out of what browsers get.
        !/^services\/words\/(index|languages)\.ts$/.test(to),
    );
    expect(said(leaks)).toEqual([]);
  });

  it("has surveys whose folders say where a file runs: on the server, in the browser, or its screen in both", () => {
    const [server, browser, screen] = ["server", "browser", "screen"].map((name) =>
      within(`app/survey/${name}`),
    );
    const wrong = runtime.filter(
      ({ from, to }) =>
        (server!(from) && browser!(to)) ||
        (browser!(from) && server!(to)) ||
        (screen!(from) && (server!(to) || browser!(to))),
    );
    expect(said(wrong)).toEqual([]);
    expect(filesIn("app/survey").filter((path) => path.split("/").length !== 4)).toEqual([]);
  });

  it("has a folder for what pages share, which knows none of them", () => {
    const pages = ["app/survey", "app/site", "app/graphs", "app/features"].map(within);
    const wrong = runtime.filter(({ from, to }) => within("app/ui")(from) && pages.some((page) => page(to)));
    expect(said(wrong)).toEqual([]);
  });

  it("has chart pages that are handed all they show, so that no chart is bundled for browsers", () => {
    const ofCharts = pageFeatures
      .filter(({ graphPages }) => graphPages)
      .map(({ name }) => `features/${name}`);
    const shown = new RegExp(`^app/(graphs|${ofCharts.join("|")})/.+(?<!route)\\.tsx$`);
    const loaded = runtime.filter(
      ({ from, to }) => shown.test(from) && within("machines")(to) && !within("machines/messages")(to),
    );
    expect(said(loaded)).toEqual([]);
  });

  it("has the only files that know React", () => {
    expect(said(imports.filter(({ from, to }) => !within("app")(from) && isReact(to)))).toEqual([]);
  });
});

describe("the program", () => {
  it("imports no tests, but for the stubs of `npm run dev`", () => {
    const wrong = imports.filter(({ from, to }) => within("test")(to) && from !== "app/server/dev.ts");
    expect(said(wrong)).toEqual([]);
  });

  it("has no circular imports", () => {
    expect(circle(runtime.filter(({ lazy }) => !lazy))).toEqual([]);
  });

  it("has no file of more than 500 lines, and neither have the tests", () => {
    expect([...program, ...filesIn("test", "tools")].filter((path) => linesOf(path) > 500)).toEqual([]);
  });

  it("has default exports only where Remix wants them", () => {
    const framework =
      /^app\/(root|entry\.\w+|routes\/.+|(survey\/server|themes|(graphs|console|features)\/.+)\/(.+-)?route|site\/.+-route)\.tsx?$/;
    const others = program.filter(
      (path) => /\.(tsx?|mjs)$/.test(path) && !framework.test(path) && hasDefault(path),
    );
    expect(others).toEqual([]);
  });
});

describe("features", () => {
  const lists = [
    "services/features.ts",
    "machines/features.ts",
    "app/features.ts",
    "app/feature-parts.ts",
    "app/feature-scripts.ts",
    "app/feature-islands.ts",
    "app/feature-endpoints.ts",
    "app/feature-thanks.ts",
    "app/feature-leads.ts",
  ];
  const everywhere = [...imports, ...filesIn("test", "tools").flatMap(importsOf)].filter(({ own }) => own);

  it("are known only to their lines in features.ts and to features that declare that they need them", () => {
    const known = everywhere.filter(({ from, to }) => {
      const own = featureOf(to);
      return (
        own !== undefined &&
        own !== featureOf(from) &&
        !needs(featureOf(from)).includes(own) &&
        ![...lists, "test/pairs/features.ts"].includes(from)
      );
    });
    expect(said(known)).toEqual([]);
  });

  it("each have a line and tests of their own", () => {
    const folders = new Set(
      [...filesIn("services"), ...filesIn("app"), ...filesIn("machines")].flatMap(
        (path) => featureOf(path) ?? [],
      ),
    );
    const listed = new Set(lists.flatMap(importsOf).flatMap(({ to }) => featureOf(to) ?? []));
    expect([...listed].sort()).toEqual([...folders].sort());
    expect([...folders].filter((name) => !existsSync(join(root, "test/features", name)))).toEqual([]);
  });

  it("are refused in one sentence where the list lacks one that they need", () => {
    const picture = { name: "picture", needs: ["frame"] };
    expect(complete([picture, { name: "frame" }], "features.ts")).toHaveLength(2);
    expect(() => complete([picture], "features.ts")).toThrow(
      /^The feature picture needs frame, which has no line in features\.ts\.$/,
    );
  });

  it("are declared without loading the providers, the numbers or the operations that they use", () => {
    const heavy =
      /^services\/(analytics|commands|console|delivery|observe\/metrics|operations|providers|visits)\//;
    const next = (path: string) =>
      runtime.filter(({ from, own, lazy }) => from === path && own && !lazy).map(({ to }) => to);
    const loaded = new Set<string>();
    const load = (path: string) => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const each of next(path)) load(each);
    };
    load("services/features.ts");
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter((path) => heavy.test(path))).toEqual([]);
  });
});

describe("the walls", () => {
  const beside = filesIn("test", "tools").flatMap(importsOf);
  const all = [...imports, ...beside]
    .filter(({ own }) => own)
    .map(({ from, to }) => ({ from, to: to.replace(/\?.*$/, "") }));
  const [test, tools, lab] = ["test", "tools", "tools/lab"].map(within) as [Within, Within, Within];
  const support = /^test\/(support|stubs|paths\/model)\/(?!.*\.test\.)/;
  const mirror = within("test/tools");
  const hasTool = (feature = "none") => existsSync(join(root, "tools/features", feature));

  const walls: Record<string, (from: string, to: string) => boolean> = {
    "app imports no commands": (from, to) => within("app")(from) && within("services/commands")(to),
    "tests import no tools, but for the tests of tools and of a feature with a tool": (from, to) =>
      test(from) && !mirror(from) && tools(to) && !lab(to) && !hasTool(featureOf(from)),
    "tools import of the tests what supports them, and no test": (from, to) =>
      tools(from) && test(to) && !support.test(to),
    ...Object.fromEntries(
      houseNames.map((house) => [
        `${house} imports nothing up its floors`,
        (from: string, to: string) =>
          within(house)(from) &&
          within(house)(to) &&
          !isDeclared(from) &&
          !isDeclared(to) &&
          floorOf(house, to)! > floorOf(house, from)!,
      ]),
    ),
  };
  it.each(Object.keys(walls))("%s", (wall) => {
    expect(
      all.filter(({ from, to }) => walls[wall]!(from, to)).map(({ from, to }) => `${from} imports ${to}`),
    ).toEqual([]);
  });

  it("have a floor for every file, and none for a file that is gone", () => {
    const files = houseNames.map((house) => ({ house, files: filesIn(house) }));
    const homeless = files.flatMap(({ house, files }) =>
      files.filter((file) => floorOf(house, file) === undefined),
    );
    expect(homeless).toEqual([]);
    const there = new Set(files.flatMap(({ files }) => files.map(nameOf)));
    const gone = places.filter(({ path }) => !there.has(path) && !existsSync(join(root, path)));
    expect(gone.map(({ path }) => path)).toEqual([]);
  });

  it("separate the laboratory from everything else", () => {
    expect(all.filter(({ from, to }) => !lab(from) && lab(to))).toEqual([]);
    expect(
      all.filter(
        ({ from, to }) => ["app", "machines", "services"].some((house) => within(house)(from)) && tools(to),
      ),
    ).toEqual([]);
  });
});

describe("these tests", () => {
  it("see the imports they judge", () => {
    expect(said(importsOf("app/survey/server/caller.ts"))).toContain(
      "app/survey/server/caller.ts imports services/visits/token.ts",
    );
    expect(
      importsOf("app/survey/server/consent-page.ts").find(({ to }) => to === "services/visits/submission.ts")
        ?.typeOnly,
    ).toBe(true);
    expect(said(importsOf("app/server/dev.ts"))).toContain("app/server/dev.ts imports test/stubs/run.ts");
    expect(imports.length).toBeGreaterThan(300);
  });

  it("see what is impure", () => {
    const source = "const a = Date.now(), b = new Date(), c = Math.random();";
    const found = impuritiesIn(ts.createSourceFile("x.ts", source, ts.ScriptTarget.Latest, true));
    expect(found).toEqual(["Date.now", "new Date()", "Math.random"]);
    const pure = "const a = new Date(5), b = Date.UTC(1, 2);";
    expect(impuritiesIn(ts.createSourceFile("x.ts", pure, ts.ScriptTarget.Latest, true))).toEqual([]);
  });
});

function isReact(name: string): boolean {
  return /^(react|react-dom|react-imask|@remix-run|@xstate\/react)(\/|$)/.test(name);
}

function impurities(path: string): string[] {
  return impuritiesIn(parsed(path)).map((name) => `${path} uses ${name}`);
}

function impuritiesIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  visit(source, (node) => {
    if (ts.isPropertyAccessExpression(node) && /^(Date\.now|Math\.random)$/.test(node.getText()))
      found.push(node.getText());
    if (ts.isNewExpression(node) && node.getText() === "new Date()") found.push("new Date()");
  });
  return found;
}

function hasDefault(path: string): boolean {
  const modifiers = (node: ts.Node) => (ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined) ?? [];
  return parsed(path).statements.some(
    (node) =>
      ts.isExportAssignment(node) ||
      modifiers(node).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword),
  );
}

function circle(among: Import[]): string[] {
  const next = new Map(program.map((path) => [path, among.filter(({ from, own }) => own && from === path)]));
  const cleared = new Set<string>();
  const search = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (cleared.has(path)) return [];
    for (const { to } of next.get(path) ?? []) {
      const found = search(to, [...way, path]);
      if (found.length > 0) return found;
    }
    cleared.add(path);
    return [];
  };
  return program.map((path) => search(path, [])).find((found) => found.length > 0) ?? [];
}
