const scripts = /<script\b[\s\S]*?<\/script>/g;

/** A page as it would be without scripts. */
export function withoutScripts(html: string): string {
  return html.replace(scripts, "");
}

/** Its words in bare HTML: no style, no attributes. */
export function bareText(html: string): string {
  return withoutScripts(html)
    .replace(/<style\b[\s\S]*?<\/style>|<svg\b[\s\S]*?<\/svg>|<link\b[^>]*>|<!--[\s\S]*?-->/g, "")
    .replace(/<(?!meta|!)(\w+)\s[^>]*>/g, "<$1>");
}

/**
 * Two questions in one page that an answer swaps: as little as a step change can cost.
 * @param first page of one question @param second page of the next
 */
export function swapPage(first: string, second: string): string {
  const hidden = mainOf(second).replace("<main", "<main hidden");
  const style = "<style>main[hidden]{display:none}</style>";
  return withoutScripts(first)
    .replace("</head>", () => `${style}</head>`)
    .replace("</main>", () => `</main>${hidden}<script>${swap}</script>`);
}

function mainOf(html: string): string {
  return html.match(/<main\b[\s\S]*?<\/main>/)![0];
}

const swap = `
const questions = document.querySelectorAll("main");
addEventListener("submit", (event) => {
  event.preventDefault();
  for (const question of questions) question.hidden = !question.hidden;
});
`;
