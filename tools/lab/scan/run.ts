/** `npm run lab -- scan`: other people's scanners against a started site. Ends with status 1 when one finds something. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { chartsToken } from "../../../test/support/console-people.ts";
import { faultsInOutput } from "../../../test/support/faults.ts";
import { startSiteProcess } from "../../../test/support/site.ts";
import { lab } from "../lab.ts";
import { missing, type Scan, slowhttptest, sqlmap, wapiti, zzuf } from "./scanners.ts";
import { targets } from "./targets.ts";

const program = lab(
  "scan",
  `Starts a site and runs sqlmap, wapiti, slowhttptest and zzuf (Debian's packages) against it.
Ends with status 1 when one finds something. Their output goes to test/output/scan/.`,
).parse();

const absent = missing();
if (absent.length > 0) program.error(`scanners are missing: apt-get install ${absent.join(" ")}`);
const folder = resolve("test/output/scan");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
ensureBuilt();

const open = { stubs: false, POSTS_PER_ADDRESS: "0", POSTS_IN_ALL: "0" };
await using site = await startSiteProcess({ ...open, ANALYST_TOKEN: chartsToken });
let found = 0;
function tell({ name, findings, said }: Scan): void {
  found += findings.length;
  if (said) writeFileSync(`${folder}/${name.split(",")[0]}.txt`, said);
  console.log(`${name}: ${findings.length === 0 ? "nothing found" : `${findings.length} findings`}`);
  for (const finding of findings) console.log(`  ${finding}`);
}
const asks = await targets(site.url);
tell(await slowhttptest(folder, site.url));
tell(await zzuf(site.url, asks));
tell(await wapiti(folder, site.url));
tell(await sqlmap(folder, asks));
await site.stop();
const errors = (site.output().match(/.*"event":"request",.*"status":5\d\d.*/g) ?? []).filter(
  (line) => !line.includes('"status":503'),
);
tell({
  name: "the site itself",
  findings: [...errors, ...faultsInOutput(site.output())],
  said: site.output(),
});
console.log(`What they said is in ${folder}.`);
process.exitCode = found === 0 ? 0 : 1;
