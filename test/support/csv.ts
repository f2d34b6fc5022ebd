/** Reads CSV (RFC 4180) into its lines' cells. */
export function parseCsv(text: string): string[][] {
  return text
    .split("\r\n")
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
        quoted === undefined ? bare! : quoted.replaceAll('""', '"'),
      ),
    );
}
