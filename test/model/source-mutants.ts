import ts from "typescript";

/** A source text with one thing wrong in it. */
export type SourceMutant = { name: string; text: string };

type Change = [what: string, replacement: string];

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
};

/** Every condition negated, comparison swapped, number one more, text and list emptied, statement dropped. */
export function sourceMutantsOf(text: string): SourceMutant[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const mutants: SourceMutant[] = [];
  const named = new Map<string, number>();
  const visit = (node: ts.Node) => {
    // Types, imports and exports of others do nothing when the program runs.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    for (const [what, replacement] of changesOf(node)) {
      const [start, end] = [node.getStart(), node.getEnd()];
      const name = `${node.getText().replace(/\s+/g, " ").slice(0, 60)}: ${what}`;
      const count = (named.get(name) ?? 0) + 1;
      named.set(name, count);
      mutants.push({
        name: count > 1 ? `${name} (${count})` : name,
        text: `${text.slice(0, start)}${replacement}${text.slice(end)}`,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

function changesOf(node: ts.Node): Change[] {
  const { parent } = node;
  const asText = node.getText();
  if (isCondition(node)) return [["negated", `!(${asText})`]];
  if (ts.isToken(node) && parent && ts.isBinaryExpression(parent) && node === parent.operatorToken) {
    const other = swapped[node.kind];
    return other ? [[`made ${other}`, other]] : [];
  }
  if (ts.isNumericLiteral(node)) return [["one more", String(Number(node.text) + 1)]];
  const isName = parent && (ts.isPropertyAssignment(parent) ? parent.name === node : false);
  if (ts.isStringLiteral(node) && node.text !== "" && !isName) return [["emptied", '""']];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return [["emptied", "[]"]];
  return ts.isExpressionStatement(node) ? [["dropped", ""]] : [];
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  return (
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  );
}
