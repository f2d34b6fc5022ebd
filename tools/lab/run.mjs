/** `npm run lab -- <name> [arguments]`: the laboratory, see README.md. Its own packages are installed when it is first used. */
import { fileURLToPath } from "node:url";
import { demandNode, ensureInstalled } from "../../app/server/prepare.mjs";
import { start } from "../run.mjs";

/**
 * What the program of each feature does, and the folder that has its run.ts.
 * @type {Record<string, { folder: string, description: string }>}
 */
const ofFeatures = {
  clips: { folder: "features/films", description: "make the short films in public/videos from their scenes" },
};

/** What each program does, by the folder that has its run.ts, or by the name that a feature gives it. */
export const descriptions = {
  ...Object.fromEntries(Object.entries(ofFeatures).map(([name, { description }]) => [name, description])),
  failover: "break a database cluster in every way under visitors, then count what was lost",
  faults: "let every outside call fail in every way while a visitor walks a survey",
  fuzz: "send a site changed requests by the hundred thousand",
  peers: "measure visits, starts and rest beside the same survey in plain Remix",
  release: "run what a release needs, and write the outcomes to docs/measurements/release.md",
  upgrade: "keep what a release leaves behind, for the test that later ones go on from it",
  tests: "run the tests that are about machines: disks, proxies, slow clients, every survey in three engines",
};

/** With the files of each. */
export const programs = Object.fromEntries(
  Object.entries(descriptions).map(([name, description]) => [
    name,
    { file: `tools/lab/${ofFeatures[name]?.folder ?? name}/run.ts`, description },
  ]),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = "", ...args] = process.argv.slice(2);
  if (Object.hasOwn(programs, name) && !args.includes("--help")) {
    process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
    demandNode();
    ensureInstalled({ checks: true });
    ensureInstalled({ folder: "tools/lab" });
  }
  start("lab", programs, [name, ...args].filter(Boolean));
}
