import ts from "typescript";

/** One change to a source text: what stands in place of the characters from `start` to `end`. */
export type Mutant = {
  /** Path of the file from the project's root. */
  file: string;
  /** From 1. */
  line: number;
  /** The line it begins in, trimmed. */
  lineText: string;
  operator: string;
  start: number;
  end: number;
  /** What stands there, and what the mutant puts there; a statement is only ever left out. */
  before: string;
  after: string;
  isStatement: boolean;
};

const swaps: Partial<Record<ts.SyntaxKind, string[]>> = {
  [ts.SyntaxKind.LessThanToken]: ["<=", ">="],
  [ts.SyntaxKind.LessThanEqualsToken]: ["<", ">"],
  [ts.SyntaxKind.GreaterThanToken]: [">=", "<="],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [">", "<"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ["!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ["==="],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ["||"],
  [ts.SyntaxKind.BarBarToken]: ["&&"],
  [ts.SyntaxKind.PlusToken]: ["-"],
  [ts.SyntaxKind.MinusToken]: ["+"],
  [ts.SyntaxKind.AsteriskToken]: ["/"],
  [ts.SyntaxKind.SlashToken]: ["*"],
  [ts.SyntaxKind.PlusEqualsToken]: ["-="],
};

type Change = { operator: string; after: string };

/** Every mutant of a file, in the order of the text. Types, keys and imports are left alone. */
export function mutantsIn(source: ts.SourceFile, file: string, checker: ts.TypeChecker): Mutant[] {
  const found: Mutant[] = [];
  const lines = source.text.split("\n");
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    const isStatement = ts.isStatement(node);
    const changes = isStatement ? changesOfStatement(node) : changesOfExpression(node, checker);
    for (const change of changes) {
      const start = node.getStart();
      const { line } = source.getLineAndCharacterOfPosition(start);
      found.push({
        file,
        line: line + 1,
        lineText: lines[line]!.trim(),
        start,
        end: node.end,
        before: node.getText(),
        isStatement,
        ...change,
      });
    }
    node.forEachChild((child) => {
      const isKey = "name" in node && node.name === child && !ts.isIdentifier(child);
      if (!isKey) visit(child);
    });
  };
  visit(source);
  return found;
}

/** Declarations would be missed by name, a return is changed by its value, and an `if` by its condition. */
function changesOfStatement(node: ts.Statement): Change[] {
  const isInBlock = ts.isBlock(node.parent) || ts.isCaseOrDefaultClause(node.parent);
  const isKept =
    ts.isVariableStatement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isReturnStatement(node) ||
    ts.isIfStatement(node) ||
    ts.isBlock(node);
  return isInBlock && !isKept ? [{ operator: "statement dropped", after: "" }] : [];
}

function changesOfExpression(node: ts.Node, checker: ts.TypeChecker): Change[] {
  if (!ts.isExpression(node)) return [];
  return [
    ...ofLiteral(node),
    ...ofOperator(node),
    ...ofReturned(node),
    ...ofCondition(node, checker),
    ...ofDefault(node),
  ];
}

function ofLiteral(node: ts.Expression): Change[] {
  const text = node.getText();
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ operator: "boolean flipped", after: "false" }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ operator: "boolean flipped", after: "true" }];
  if (ts.isNumericLiteral(node)) {
    return ["+", "-"].map((sign) => ({ operator: `number ${sign}1`, after: `${text} ${sign} 1` }));
  }
  const isText = ts.isStringLiteralLike(node) ? node.text !== "" : ts.isTemplateExpression(node);
  return isText ? [{ operator: "string emptied", after: '""' }] : [];
}

function ofOperator(node: ts.Expression): Change[] {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    return [{ operator: "minus dropped", after: node.operand.getText() }];
  }
  if (!ts.isBinaryExpression(node)) return [];
  const { left, operatorToken, right } = node;
  return (swaps[operatorToken.kind] ?? []).map((swapped) => ({
    operator: `${operatorToken.getText()} to ${swapped}`,
    // In brackets of their own: && beside || or ?? changes what belongs together.
    after: `(${left.getText()}) ${swapped} (${right.getText()})`,
  }));
}

/** `a ?? b`: always the one, always the other. */
function ofDefault(node: ts.Expression): Change[] {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) {
    return [];
  }
  return [node.left, node.right].map((side) => ({ operator: "?? to one side", after: side.getText() }));
}

function ofReturned(node: ts.Expression): Change[] {
  const holder = ts.isParenthesizedExpression(node.parent) ? node.parent : node;
  const { parent } = holder;
  const isReturned = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === holder);
  if (!isReturned) return [];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) {
    return [{ operator: "result emptied", after: "[]" }];
  }
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0) {
    return [{ operator: "result emptied", after: "({})" }];
  }
  return [];
}

/** A condition forced each way; what is true or false by its type is negated, unless an operator's swap says it. */
function ofCondition(node: ts.Expression, checker: ts.TypeChecker): Change[] {
  const changes = forcedTo(node).map((after) => ({ operator: "condition forced", after }));
  if (isNegation(node)) return [{ operator: "negation dropped", after: node.operand.getText() }, ...changes];
  const isBoolean = (checker.getTypeAtLocation(node).flags & ts.TypeFlags.BooleanLike) !== 0;
  const isPlain = ts.isCallExpression(node) || ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
  const isDecided = forcedTo(node).length > 0 || (isBoolean && isResult(node));
  return isPlain && isDecided && !isNegation(node.parent)
    ? [{ operator: "condition negated", after: `!(${node.getText()})` }, ...changes]
    : changes;
}

function isNegation(node: ts.Node): node is ts.PrefixUnaryExpression {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

function isResult(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isReturnStatement(parent)) return true;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  return (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.initializer === node;
}

/** What a condition can be forced to that nothing around it is forced to: of `a || b` a side can only be silenced. */
function forcedTo(node: ts.Expression): string[] {
  const { parent } = node;
  const isBranched =
    ts.isIfStatement(parent) ||
    ((ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node);
  if (isBranched) return ["true", "false"];
  if (!ts.isBinaryExpression(parent)) return [];
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return ["true"];
  return kind === ts.SyntaxKind.BarBarToken ? ["false"] : [];
}
