import ts from "typescript";
import { filesIn, root } from "../../test/support/source-files.ts";
import { type Mutant, mutantsIn } from "./operators.ts";

/** Files whose every condition, number and text is put to the test: guards, rules, the lead, the forms' judgement. */
export const mutatedFiles: readonly string[] = [
  ...["guards", "fields", "field-dates", "survey-path", "registry", "progress"].map(
    (name) => `machines/${name}.ts`,
  ),
  // Phrase lists are data; a test of each phrase would be the list again.
  ...filesIn("machines/rules", "machines/lead").filter((path) => !path.includes("/phrases/")),
];

/** Every mutant of these files. Their types are known to the compiler, which takes a few seconds. */
export function mutantsOfFiles(files: readonly string[]): Map<string, Mutant[]> {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    files.map((file) => `${root}/${file}`),
    options,
  );
  const checker = program.getTypeChecker();
  return new Map(
    files.map((file) => [file, mutantsIn(program.getSourceFile(`${root}/${file}`)!, file, checker)]),
  );
}
