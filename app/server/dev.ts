/** `npm run dev`: hot reload, and stub providers that answer every outside call on this machine. */
import { startStubs } from "../../test/stubs/run.ts";
import { develop } from "./developing/develop.ts";

const print = (line: string) => console.log(line);
const stubs = await startStubs({ pageScripts: true, print });
print("> Every outside call goes to a stub on this machine; leads that arrive there are printed.");
process.env = { ...stubs.env, ...process.env, NODE_ENV: "development" };
await develop();
