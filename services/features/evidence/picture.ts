import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bundle } from "./verifier/check-bundle.ts";

const run = promisify(execFile);

/** Takes a picture of a page. @param device as `deviceClass` names it */
export type TakePicture = (
  html: string,
  device: string,
) => Promise<NonNullable<NonNullable<Bundle["page"]>["picture"]>>;

/** High enough for the whole step, in CSS pixels. */
const sizes = { phone: "390,1400", other: "1280,1100" };
const timeoutMs = 60_000;
const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Takes pictures with this machine's Chromium, which gets a profile of its own and no network. The page itself
 * restricts what it may do: no script, nothing loaded.
 * @param chrome its path; undefined for the usual places
 */
export function pictureTaker(chrome: string | undefined): TakePicture {
  const browser = (chrome ? [chrome] : usual).find(existsSync);
  return async (html, device) => {
    if (!browser) return { none: "There was no Chromium on the machine that made the bundle." };
    const folder = await mkdtemp(join(tmpdir(), "claimpath-picture-"));
    try {
      const [page, png] = [join(folder, "page.html"), join(folder, "page.png")];
      await writeFile(page, html);
      const size = device === "phone" ? sizes.phone : sizes.other;
      await run(
        browser,
        [
          ...flags,
          `--user-data-dir=${folder}`,
          `--window-size=${size}`,
          `--screenshot=${png}`,
          `file://${page}`,
        ],
        {
          timeout: timeoutMs,
          // It gets none of our keys.
          env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: folder },
        },
      );
      return { png: (await readFile(png)).toString("base64") };
    } catch {
      return { none: "The Chromium of the machine that made the bundle could not take one." };
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
}

const flags = [
  "--headless",
  "--disable-gpu",
  "--hide-scrollbars",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  // Chromium's own sandbox does not start for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
