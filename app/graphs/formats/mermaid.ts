import type { View, ViewNode } from "../../../machines/graph/view.ts";

const shapes: Record<ViewNode["kind"], readonly [before: string, after: string]> = {
  start: ["([", "])"],
  anywhere: ["([", "])"],
  step: ["[", "]"],
  check: ["[[", "]]"],
  submit: ["[[", "]]"],
  state: ["(", ")"],
  end: ["([", "])"],
};

/** A view as a Mermaid flowchart, which GitHub renders. */
export function mermaidOf({ nodes, edges }: View): string {
  // Numbered ids, because state names may be Mermaid keywords, such as `end`.
  const ids = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const lines = [
    "flowchart TD",
    ...nodes.map(({ id, kind, title }) => `  ${ids.get(id)}${shapes[kind].join(quoted(title))}`),
    ...edges.map(({ source, target, label }) => {
      const arrow = label === "" ? "-->" : `-->|${quoted(label)}|`;
      return `  ${ids.get(source)} ${arrow} ${ids.get(target)}`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** Characters that end a text, begin an entity, are markup, or start Markdown, which another such character closes. */
function quoted(text: string): string {
  return `"${text.replace(/["#<>`]/g, (sign) => `#${sign.charCodeAt(0)};`)}"`;
}
