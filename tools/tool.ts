import { Program } from "../services/commands/program.ts";

/** The command line of a tool: its `--help`, and what it takes. A mistake ends it with one sentence and status 2. */
export const tool = (name: string, description: string): Program => program("tool", name, description);

/** The same for a program of the laboratory. */
export const lab = (name: string, description: string): Program => program("lab", name, description);

function program(command: "tool" | "lab", name: string, description: string): Program {
  return new Program(`npm run ${command} -- ${name}`).description(description.replaceAll("\n", " "));
}
