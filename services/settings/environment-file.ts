/**
 * The settings in a file as systemd reads it (EnvironmentFile= in systemd.exec(5)), so that the operators' commands and
 * the site have the same: a shell would take an `&` in the database's address for the end of a command.
 * @param text of the file
 */
export function environmentIn(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  // A backslash at the end of a line goes on with the next, also in a comment.
  for (const line of text.replaceAll("\\\n", "").split(/\r?\n/)) {
    const [, name, value] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings[name] = unquoted(value!.trim());
  }
  return settings;
}

/** What stands in double quotes, in single quotes, or in none: pieces of one value. */
const pieces = /"((?:\\.|[^"\\])*)"|'([^']*)'|((?:\\.|[^"'\\])+)/g;

function unquoted(value: string): string {
  return [...value.matchAll(pieces)]
    .map(([, double, single, bare]) => {
      if (single !== undefined) return single;
      if (double !== undefined) return double.replace(/\\(["\\`$])/g, "$1");
      return bare!.replace(/\\(.)/g, "$1");
    })
    .join("");
}
