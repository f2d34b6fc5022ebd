import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { expect, it, onTestFinished } from "vitest";
import { inlineStyles } from "../../../app/server/pages/page-styles.ts";

it("each page gets its own styles, by its routes and its looks, the first time and later", () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-styles-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sheet = (name: string, css: string) => {
    writeFileSync(join(folder, name), css);
    return { css: [relative("build/client", join(folder, name))] };
  };
  const [card, bar] = ["_card_ab1c2_1", "_bar_x-_y9_12"];
  const routes = {
    one: sheet("one.css", `.${card}{one:card}.${bar}{one:bar}`),
    two: sheet("two.css", `.${card}{two:card}`),
  };
  const manifest = { routes } as unknown as EntryContext["manifest"];
  const styles = (ids: string[], name: string) =>
    inlineStyles(manifest, ids, `<html lang="en"><body class="${name}"></body></html>`).css;
  for (const _time of [1, 2]) {
    expect(styles(["one"], card)).toBe(`.${card}{one:card}`);
    expect(styles(["one"], bar)).toBe(`.${bar}{one:bar}`);
    expect(styles(["two"], card)).toBe(`.${card}{two:card}`);
    expect(styles(["one", "two"], card)).toBe(`.${card}{one:card}.${card}{two:card}`);
    expect(styles(["two"], bar)).toBe("");
  }
});
