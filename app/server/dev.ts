/** `npm run dev`: hot reload, and stub providers that answer every outside call on this machine. */
import { spawn } from "node:child_process";
import { startStubs } from "../../test/stubs/run.ts";

process.env.NODE_ENV = "development";
const print = (line: string) => console.log(line);
const stubs = await startStubs({ pageScripts: true, print });
print("> Every outside call goes to a stub on this machine; leads that arrive there are printed.");

// Pages and islands reload through Vite; a change of a chart, a rule or a service starts the server again.
const server = spawn(process.execPath, ["--watch", "--watch-preserve-output", "app/server/main.ts"], {
  stdio: "inherit",
  env: { ...stubs.env, ...process.env },
});
server.on("exit", (code) => process.exit(code ?? 0));
process.on("SIGTERM", () => server.kill());
