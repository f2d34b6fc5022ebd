/** `npm run claimpath`: everything an operator does from a shell. */
import { run } from "./program.ts";

await run(import("./commands.ts").then(({ claimpath }) => claimpath()));
