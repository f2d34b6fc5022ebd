import { Program } from "../services/commands/program.ts";

/** The command line of a tool: its `--help`, and what it takes. A mistake ends it with one sentence and status 2. */
export function tool(name: string, description: string): Program {
  return new Program(`npm run tool -- ${name}`).description(description.replaceAll("\n", " "));
}
