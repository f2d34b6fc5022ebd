/** `npm run lab -- crash --kills 200`: kills the site again and again, prints what was lost, and fails when anything was. */
import { wholeNumber } from "../../../services/commands/values.ts";
import { crash } from "../../../test/support/crash.ts";
import { lab } from "../../tool.ts";

const { kills } = lab(
  "crash",
  `Kills the server under load, again and again, while its receivers fail 30 % of their requests; then compares
what was acknowledged with what is stored and what each receiver has. Ends with status 1 when anything was lost.`,
)
  .option("--kills <number>", "how often", wholeNumber, 25)
  .parse()
  .opts<{ kills: number }>();
const figures = await crash({ kills });
const { receivers, ...site } = figures;
const perReceiver = Object.entries(receivers).flatMap(([destination, of]) =>
  Object.entries(of).map(([name, value]) => [`${destination}: ${name}`, value]),
);
console.table({ ...site, ...Object.fromEntries(perReceiver) });
const { missing, doubled, incomplete, orphans, lostAnswers, stored } = figures;
const bad = Object.values(receivers).reduce(
  (sum, { delivered, wrong, strangers }) => sum + wrong + strangers + (stored - delivered),
  missing + doubled + incomplete + orphans + lostAnswers,
);
process.exitCode = bad === 0 && figures.integrity === "ok" && figures.chain === stored ? 0 : 1;
