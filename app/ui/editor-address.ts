/**
 * During development: opens a file at a line in an editor that supports these addresses (VS Code and its derivatives).
 * @param root the project's folder
 * @param file a path from there
 */
export function editorAddress(root: string, file: string, line: number): string {
  return `vscode://file${root}/${file}:${line}`;
}
