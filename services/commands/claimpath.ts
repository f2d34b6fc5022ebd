/** `npm run claimpath`: everything an operator does from a shell. */
import { claimpath } from "./commands.ts";
import { run } from "./program.ts";

await run(await claimpath());
