/**
 * Runs a tool: `node tools/start.mjs <file> [arguments]`. If a chart or module cannot be loaded, it prints one sentence
 * with the place and a remedy instead of a stack.
 */
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [tool = ""] = process.argv.splice(2, 1);
process.argv[1] = resolve(tool);
// XState alone takes more than ten calls to a bad target: the chart's file comes after them.
Error.stackTraceLimit = 50;
try {
  await import(pathToFileURL(process.argv[1]).href);
} catch (thrown) {
  const error = /** @type {NodeJS.ErrnoException} */ (thrown);
  const { locatedFailure } = await import("../app/server/charts/located.ts");
  const { file, line, message, remedy } = locatedFailure(error, dirname(import.meta.dirname));
  const isUnloadable = error instanceof SyntaxError || error.code === "ERR_MODULE_NOT_FOUND";
  // For all else the stack is needed: it is the tool that is wrong.
  if (!isUnloadable && !/^machines\/(?!graph|model|visit|features)/.test(file)) throw thrown;
  process.stderr.write(`${file && `${file}:${line}: `}${message} ${remedy}\n`);
  process.exitCode = 1;
}
