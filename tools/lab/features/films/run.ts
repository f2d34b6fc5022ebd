/**
 * `npm run lab -- clips`: draws the scenes of app/features/films/words/en/films.yaml in Chromium and joins them with ffmpeg (Debian's) to
 * public/videos/<id>.mp4, with captions (.en.vtt) and the drawing that stands for it (.svg). Its results are committed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { type Clip, clips, type Scene, secondsOf } from "../../../../app/features/films/clips.ts";
import { startBrowser } from "../../../../test/support/browser.ts";
import { lab } from "../../../tool.ts";
import { captionsOf } from "./captions.ts";
import { drawings, posterIn } from "./drawings.ts";

lab(
  "clips",
  `Draws the scenes of app/features/films/words/en/films.yaml in Chromium and joins them with ffmpeg to the films, captions and
pictures in public/videos, which are committed. Needs Debian's packages chromium and ffmpeg.`,
).parse();

const size = { width: 960, height: 540 };
const out = "public/videos";
const ground = "#f7f9f8";

const figtree = "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
const typeface = `data:font/woff2;base64,${readFileSync(figtree, "base64")}`;

/** One scene as a page, in the site's light colors. Nothing stands where captions and the player's controls lie. */
function page({ drawing, heading, points }: Scene, number: number, count: number): string {
  const items = points.map((point) => `<li>${escaped(point)}</li>`).join("");
  const parts = Array.from({ length: count }, (_, part) => `<i${part <= number ? ' class="done"' : ""}></i>`);
  return `<!doctype html><style>
    @font-face { font-family: Figtree; src: url(${typeface}); font-weight: 300 900 }
    body { margin: 0; width: 960px; height: 540px; background: ${ground}; color: #14252a; font-family: Figtree }
    main { position: absolute; left: 64px; top: 84px; width: 500px }
    h1 { font-size: 64px; line-height: 1.08; letter-spacing: -0.02em; margin: 0 0 28px; text-wrap: balance }
    ul { list-style: none; margin: 0; padding: 0; font-size: 36px; line-height: 1.35; color: #3d5157 }
    nav { position: absolute; left: 64px; right: 64px; top: 36px; display: flex; gap: 10px }
    i { flex: 1; height: 8px; border-radius: 4px; background: #cfdcdb }
    i.done { background: #0a5a61 }
    figure { position: absolute; right: 64px; top: 84px; margin: 0; width: 300px; height: 300px; border-radius: 32px;
      background: #e2efee; display: grid; place-content: center }
    svg { fill: none; stroke: #0a5a61; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round }
    .mark { stroke: #c77700 }
  </style><nav>${parts.join("")}</nav><main><h1>${escaped(heading)}</h1><ul>${items}</ul></main>
  <figure><svg viewBox="0 0 32 32" width="216" height="216">${drawings[drawing]!}</svg></figure>`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

async function make(browser: Browser, clip: Clip): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-clip-"));
  const tab = await browser.newPage({ viewport: size });
  const inputs: string[] = [];
  for (const [number, scene] of clip.scenes.entries()) {
    const file = join(folder.path, `${number}.png`);
    await tab.setContent(page(scene, number, clip.scenes.length));
    await tab.evaluate(() => document.fonts.ready);
    await tab.screenshot({ path: file });
    inputs.push("-loop", "1", "-t", String(secondsOf(scene)), "-i", file);
  }
  await tab.close();
  const faded = clip.scenes.map((scene, n) => {
    const seconds = secondsOf(scene);
    const ends = `fade=t=in:d=0.4:c=${ground.replace("#", "0x")},fade=t=out:st=${seconds - 0.4}:d=0.4:c=${ground.replace("#", "0x")}`;
    return `[${n}:v]${n === 0 ? `fade=t=out:st=${seconds - 0.4}:d=0.4:c=${ground.replace("#", "0x")}` : ends}[s${n}]`;
  });
  const joined = `${clip.scenes.map((_, n) => `[s${n}]`).join("")}concat=n=${clip.scenes.length},format=yuv420p[v]`;
  const filter = ["-filter_complex", [...faded, joined].join(";"), "-map", "[v]"];
  const encoding = "-r 25 -c:v libx264 -preset slow -crf 26 -movflags +faststart".split(" ");
  ffmpeg(...inputs, ...filter, ...encoding, `${out}/${clip.id}.mp4`);
  writeFileSync(`${out}/${clip.id}.svg`, posterIn(clip));
  writeFileSync(`${out}/${clip.id}.en.vtt`, captionsOf(clip));
}

function ffmpeg(...args: string[]): void {
  const { status, error } = spawnSync("ffmpeg", ["-loglevel", "error", "-y", ...args], { stdio: "inherit" });
  if (error) throw new Error("ffmpeg could not be started: apt-get install -y ffmpeg");
  if (status !== 0) throw new Error("ffmpeg failed");
}

await using browser = await startBrowser();
for (const clip of clips) await make(browser, clip);
