import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const settings = readFileSync(".env.example", "utf8").match(/^[A-Z_]+(?==)/gm)!;
const documents = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

describe.each(documents)("%s", (path) => {
  const text = readFileSync(path, "utf8");

  it("names commands that there are", () => {
    const named = [...text.matchAll(/\b(?:npm run(?: --silent| -s)?|-u claimpath claimpath) ([a-z-]+)/g)];
    for (const [, script] of named) expect(scripts, path).toHaveProperty(script!);
  });

  it("names files that there are", () => {
    const named = text.matchAll(/`((?:app|docs|machines|public|services|test)\/[\w./$[\]-]+)`/g);
    const missing = [...named].map(([, file]) => file!).filter((file) => !existsSync(file));
    expect(missing.filter((file) => !file.startsWith("test/output/"))).toEqual([]);
  });

  it("links to files that there are, and to headings in them", () => {
    for (const [, target] of text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:|^mailto:/.test(target!)) continue;
      const [file, heading] = target!.split("#");
      const at = file ? join(dirname(path), file) : path;
      expect(existsSync(at), target).toBe(true);
      if (heading) expect(headingsOf(at), target).toContain(heading);
    }
  });
});

it("the settings of a first production are settings", () => {
  const [, block] = readFileSync("docs/operations.md", "utf8").match(
    /tee \/etc\/claimpath\/env[\s\S]*?\n([\s\S]*?)\nEND/,
  )!;
  const named = block!.split("\n").map((line) => line.split("=")[0]);
  expect(named).toContain("DATABASE_URL");
  for (const name of named.filter((name) => name !== "NODE_ENV")) expect(settings).toContain(name);
});

/** The anchors a Markdown file has, as code hosts make them of its headings, and its own. */
function headingsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)];
}
