import { globSync } from "node:fs";
import { filesIn, importsOf, root } from "./source-files.ts";

/** Where the program begins: its server, its routes, the browser's entry, its commands and its build. */
const entries =
  /^(app\/(root|entry\.(client|server))\.tsx|app\/routes\/.+|app\/(survey\/server|themes)\/route\.tsx|app\/site\/.+-route\.tsx|app\/server\/(.+\.mjs|main\.ts|bundle-loader\.ts|compress-assets\.ts|workers\/worker\.ts)|app\/graphs\/follow\.ts|services\/(commands\/.+|providers\/zip-lookup\/pack\.ts)|services\/analytics\/thread\.(ts|mjs)|(remix|vite)\.config\.(js|ts))$/;

/** Every file of the program that an import walk from its entries comes to, those that only lend types left out. */
export function reachedFiles(): Set<string> {
  const program = [...filesIn("app", "machines", "services"), "remix.config.js", "vite.config.ts"];
  const reached = walk(
    program.filter((file) => entries.test(file)),
    (file) => importsOf(file).filter(({ own, typeOnly }) => own && !typeOnly),
  );
  // It reads its folder.
  if (reached.has("app/site/content/pages.ts"))
    for (const file of globSync("app/site/content/**/*.{md,yaml}", { cwd: root })) reached.add(file);
  return reached;
}

/** What starts the program for a test: its process, its commands, or its whole server in the test's own process. */
const starters = [
  "test/support/running-site.ts",
  "test/support/site-process.ts",
  "test/support/run-command.ts",
  "app/server/app.ts",
];

/** True for a test file that goes through the program's own entry: a request, a press, a command, a delivered body. */
export function startsTheProgram(testFile: string): boolean {
  const known = walk([testFile], (file) =>
    /^(test|tools)\//.test(file) ? importsOf(file).filter(({ own }) => own) : [],
  );
  return starters.some((starter) => known.has(starter));
}

function walk(from: readonly string[], next: (file: string) => readonly { to: string }[]): Set<string> {
  const known = new Set(from);
  // A style sheet's text is imported with a query.
  for (const file of known) for (const { to } of next(file)) known.add(to.replace(/\?.*$/, ""));
  return known;
}
