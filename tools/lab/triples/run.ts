/** `npm run lab -- triples`: days of business on which any three of what money depends on meet (test/pairs). */
import { ensureBuilt, run } from "../../../app/server/prepare.mjs";
import { lab } from "../../tool.ts";
import { installPrograms } from "../debian.ts";

lab(
  "triples",
  `Lives through some 450 days of business, in which every three values of what money depends on occur together, and
recounts each to the cent. A row that fails says how it is repeated.`,
).parse();

installPrograms({ postgresql: "/usr/lib/postgresql", pgbouncer: "/usr/sbin/pgbouncer" });
ensureBuilt();
run("node_modules/.bin/vitest", ["run", "test/pairs"], { ...process.env, MEET: "3" });
