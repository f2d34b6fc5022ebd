/** The site from its sources: charts that an editor may have changed since are looked at first. */
import { explained } from "../../services/store/engine/failures.ts";
import { refuseFaultyCharts } from "./charts/sound-charts.ts";

try {
  refuseFaultyCharts(process.cwd());
  await import("./built.ts");
} catch (error) {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(1);
}
