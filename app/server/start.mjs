/** `npm start`: installs and builds what is missing, then serves. */
import "./ready.mjs";

process.env.NODE_ENV = "production";
const { register } = await import("tsx/esm/api");
register();
await import("./main.ts");
