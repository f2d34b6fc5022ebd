/** `npm run dev`: hot reload, and stub providers that answer every outside call on this machine. */
import { loadEnvFile } from "../../services/settings/load-env.ts";
import { startStubs } from "../../test/stubs/run.ts";
import { environmentOf } from "../../test/support/files.ts";
import { develop } from "./developing/develop.ts";

const print = (line: string) => console.log(line);
const stubs = await startStubs({ pageScripts: true, print });
print("> Every outside call goes to a stub on this machine; leads that arrive there are printed.");
const { CLAIMPATH_FILE: ofStubs, ...env } = environmentOf(stubs.env);
process.env = { ...env, ...process.env, NODE_ENV: "development" };
loadEnvFile();
if (process.env.CLAIMPATH_FILE)
  print(`> ${process.env.CLAIMPATH_FILE} counts as it is, also what pages load and where it sends leads.`);
else process.env.CLAIMPATH_FILE = ofStubs;
await develop();
