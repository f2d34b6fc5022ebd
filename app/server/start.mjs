/** `npm start`: installs and builds what is missing, then serves. */
import { demandNode, ensureBuilt, ensureInstalled } from "./prepare.mjs";

demandNode();
ensureInstalled();
ensureBuilt();
process.env.NODE_ENV = "production";
const { register } = await import("tsx/esm/api");
register();
await import("./main.ts");
