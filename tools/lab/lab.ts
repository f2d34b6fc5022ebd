import { Program } from "../../services/commands/program.ts";

/** The command line of an experiment: its `--help`, and what it takes. A mistake ends it with one sentence and status 2. */
export function lab(name: string, description: string): Program {
  return new Program(`npm run lab -- ${name}`).description(description.replaceAll("\n", " "));
}
