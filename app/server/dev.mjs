/** `npm run dev`: hot reload, and stub providers that answer every outside call on this machine. */
import { demandNode, ensureInstalled, say } from "./prepare.mjs";

demandNode();
ensureInstalled();
process.env.NODE_ENV = "development";
const { register } = await import("tsx/esm/api");
register();
const { startStubs } = await import("../../test/stubs/run.ts");
const stubs = await startStubs();
Object.assign(process.env, { ...stubs.env, ...process.env });
say("Every outside call goes to a stub on this machine; leads that arrive there are printed.");
await import("./main.ts");
