import { Command, type HelpContext } from "commander";
import { printable } from "../observe/printable.ts";
import { Refusal } from "../operations/refusal.ts";
import { BadSetting } from "../settings/kinds.ts";
import { explained } from "../store/engine/failures.ts";

/** A command line whose mistakes are one sentence on standard error, with exit status 2. */
export class Program extends Command {
  constructor(name?: string) {
    super(name);
    this.configureOutput({ outputError: (message, write) => write(sentence(message)) });
    this.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  }

  override createCommand(name?: string): Program {
    return new Program(name);
  }

  /** Commander would print the whole help to standard error where a subcommand is missing. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    if (typeof context === "object" && context.error) {
      const names = this.commands.map((command) => command.name());
      this.error(`missing command after '${this.name()}', one of: ${names.join(", ")}`);
    }
    return super.help();
  }
}

/**
 * Does what the command line says. Data goes to standard output, a failure is one sentence on standard error.
 * @param program a promise fails with what cannot be loaded, such as words that have to be mended
 */
export async function run(program: Program | Promise<Program>): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader (`head`, for example) has seen enough.
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
  try {
    await (await program).parseAsync();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Writes to standard output and waits until a slow reader has taken it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** `error: unknown command 'lsit'\n(Did you mean list?)` on one line, with a capital letter and a full stop. */
function sentence(message: string): string {
  const words = printable(message.replace("error: ", "").trim().replaceAll("\n", " "));
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.)]$/.test(words) ? "" : "."}\n`;
}

function explain(error: unknown): string {
  if (error instanceof Refusal || error instanceof BadSetting) return error.message;
  return explained(error);
}
