/** `npm run dev`: hot reload, and stub providers that answer every outside call on this machine. */
import { spawn } from "node:child_process";
import { demandNode, ensureInstalled, say } from "./prepare.mjs";

demandNode();
ensureInstalled();
process.env.NODE_ENV = "development";
const { register } = await import("tsx/esm/api");
register();
const { startStubs } = await import("../../test/stubs/run.ts");
const stubs = await startStubs({ pageScripts: true, print: (line) => console.log(line) });
say("Every outside call goes to a stub on this machine; leads that arrive there are printed.");

// Pages and islands reload through Vite; a change of a chart, a rule or a service starts the server anew.
const watched = ["machines", "services", "app/server"].flatMap((folder) => [
  "--include",
  `${folder}/**/*.ts`,
]);
const server = spawn(
  "node_modules/.bin/tsx",
  ["watch", "--clear-screen=false", ...watched, "app/server/main.ts"],
  {
    stdio: "inherit",
    env: { ...stubs.env, ...process.env },
  },
);
server.on("exit", (code) => process.exit(code ?? 0));
process.on("SIGTERM", () => server.kill());
