/** Begins a worker; plain JavaScript, because it is started without what reads TypeScript. */
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
