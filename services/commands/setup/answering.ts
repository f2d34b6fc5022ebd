import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import * as z from "zod";
import { printable } from "../../observe/printable.ts";
import { Refusal } from "../../operations/refusal.ts";
import * as is from "../../settings/kinds.ts";
import type { defaultFacts } from "../../settings/plain-settings.ts";
import { firstLine } from "../console.ts";

/** A question that setup needs answered. */
export type Question = {
  /** Its option on the command line. */
  option: string;
  text: string;
  /** Takes what was typed, or says what it must be. */
  read: z.ZodType<string>;
  /** What Enter and a missing option mean. Without it the question has to be answered. */
  fallback?: string;
};

/** A secret is neither shown nor taken as an option, which would be in the shell's history. */
export type Secret = Pick<Question, "text" | "read">;

/** The four facts about a company that a public site does not start without, by their keys under company. */
export const facts: (Question & { key: keyof typeof defaultFacts })[] = [
  {
    option: "name",
    key: "name",
    text: "Name of the site",
    read: is.text().min(1, "1 to 200 characters"),
  },
  {
    option: "phone",
    key: "phone",
    text: "Toll-free number that visitors call",
    read: z.preprocess(dialled, is.tollFree),
  },
  {
    option: "email",
    key: "email",
    text: "E-mail address that visitors write to",
    read: is.emailAddress,
  },
  {
    option: "address",
    key: "address",
    text: "Postal address in the footer",
    read: is.text().min(1, "1 to 200 characters"),
  },
];

/** `(877) 555-0142` becomes +18775550142; a number that already begins with + stays unchanged. */
function dialled(given: unknown): unknown {
  const text = String(given).trim();
  const digits = text.replace(/[ ().-]/g, "").replace(/^1?(?=\d{10}$)/, "+1");
  return digits.startsWith("+1") ? digits : text;
}

/** The word for a site that only this machine can open. */
const thisMachine = "localhost";

export const domain: Question = {
  option: "domain",
  text: `Domain, such as www.example.com, or ${thisMachine} for this machine only`,
  read: z
    .string()
    .transform((name) => (name === thisMachine ? "" : name))
    .pipe(z.literal("").or(is.host)),
  fallback: thisMachine,
};

/** Where answers come from: a person at a terminal, or options and standard input alone. */
export type Answering = {
  /** @throws Refusal in one sentence when an option is wrong, or missing where nobody can be asked */
  answer(question: Question): Promise<string>;
  secret(secret: Secret): Promise<string>;
  /** @throws Refusal when an option was given that nothing asked for, which is a mistake */
  refuseUnused(): void;
  /** @param there files that would be changed @throws Refusal unless what was shown may be written */
  agree(there: readonly string[]): Promise<void>;
  close(): void;
};

type Options = Readonly<Record<string, string | undefined>>;

/** Answers from the command line, or by default. */
export function fromOptions(given: Options, isSure: boolean): Answering {
  const unused = new Unused(given);
  return {
    async answer({ option, text, read, fallback }) {
      unused.delete(option);
      const word = given[option] ?? fallback;
      if (word === undefined) throw new Refusal(`Nothing was written: --${option} is missing (${text}).`);
      return readOption(option, word, read);
    },
    async secret({ text, read }) {
      const line = process.stdin.isTTY ? undefined : await firstLine();
      if (line === undefined)
        throw new Refusal(`Nothing was written: standard input must have the answer to: ${text}.`);
      const taken = read.safeParse(line);
      if (!taken.success)
        throw new Refusal(`Nothing was written: ${text} must be ${fault(taken.error)}, on standard input.`);
      return taken.data;
    },
    refuseUnused: () => unused.refuse(),
    async agree(there) {
      if (isSure || there.length === 0) return;
      throw new Refusal(`Nothing was written: add --yes to change ${there.join(" and ")}.`);
    },
    close() {},
  };
}

/** Asks for what the command line does not say, again until the answer can be used. */
export function fromTerminal(given: Options): Answering {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // Control-C and control-D end it.
  const ended = new Promise<never>((_, reject) =>
    lines.once("close", () => reject(new Refusal("Nothing was written."))),
  );
  ended.catch(() => {});
  const unused = new Unused(given);
  const ask = async (text: string) => (await Promise.race([lines.question(text), ended])).trim();
  const say = (text: string) => process.stderr.write(`${text}\n`);
  return {
    async answer({ option, text, read, fallback }) {
      unused.delete(option);
      const word = given[option];
      if (word !== undefined) return readOption(option, word, read);
      for (;;) {
        const typed = (await ask(`${text}${fallback === undefined ? "" : ` [${fallback}]`}: `)) || fallback;
        const taken = read.safeParse(typed ?? "");
        if (taken.success) return taken.data;
        say(`  It must be ${fault(taken.error)}.`);
      }
    },
    async secret({ text, read }) {
      for (;;) {
        process.stderr.write(`${text} (not shown): `);
        isHidden = true;
        const typed = await ask("").finally(() => {
          isHidden = false;
          say("");
        });
        const taken = read.safeParse(typed);
        if (taken.success) return taken.data;
        say(`  It must be ${fault(taken.error)}.`);
      }
    },
    refuseUnused: () => unused.refuse(),
    async agree() {
      if (!/^y(es)?$/i.test((await ask("Write this [yes]: ")) || "yes"))
        throw new Refusal("Nothing was written.");
    },
    close: () => lines.close(),
  };
}

/** Options that are given and were not asked for yet. */
class Unused extends Set<string> {
  constructor(given: Options) {
    super(Object.keys(given).filter((option) => given[option] !== undefined));
  }

  refuse(): void {
    const [first] = this;
    if (first) throw new Refusal(`Nothing was written: --${first} does not go with the other answers.`);
  }
}

function readOption(option: string, word: string, read: z.ZodType<string>): string {
  const taken = read.safeParse(word);
  if (taken.success) return taken.data;
  throw new Refusal(
    `Nothing was written: --${option} must be ${fault(taken.error)}, and is ${printable(word)}.`,
  );
}

/** Words that complete "must be"; a value is never quoted. */
function fault({ issues }: z.ZodError): string {
  const [issue] = issues;
  const inner = issue?.code === "invalid_union" ? issue.errors.flat().at(-1) : undefined;
  return (inner ?? issue!).message;
}
