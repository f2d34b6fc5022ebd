/**
 * `npm run lab -- clips`: draws the scenes of app/features/films/clips.ts in Chromium and joins them with ffmpeg (Debian's) to
 * public/videos/<id>.mp4, with captions (.en.vtt) and the picture that stands for it (.webp). Its results are committed.
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

/**
 * What the scenes of the films show, as SVG in a square of 32: lines like those beside the answers
 * (public/illustrations/answers.svg), and what stands out in the class `mark`.
 */
const drawings: Record<string, string> = {
  crash:
    '<path d="M5.5 23H2v-4.5L6 17l3-5h9l3.5 5 3.5 1.5V23h-3M10.5 23h7M6 17h15.5M13.5 12v5"/><circle cx="8" cy="23" r="2.5"/><circle cx="19.5" cy="23" r="2.5"/><path class="mark" d="M27.5 17l2.5-1.5M27.5 21H30.5M25.5 13.5l1.5-3"/>',
  triangle: '<path class="mark" d="M16 4l12.5 22h-25z"/><path d="M16 12v7M16 22.5v.1"/>',
  phone:
    '<rect x="9" y="3" width="14" height="26" rx="2.5"/><path d="M14 25.5h4"/><path class="mark" d="M16 9v8M12 13h8"/>',
  cards:
    '<rect x="3" y="6" width="18" height="12" rx="1.5"/><circle cx="8" cy="11" r="2"/><path d="M5.5 15.5c0-3 5-3 5 0M13 10h5M13 13h5"/><path class="mark" d="M24 11h5v12H12v-2"/><path class="mark" d="M16 26.5h8"/>',
  camera:
    '<path d="M3 10h6l2.5-3.5h9L23 10h6v15H3z"/><circle class="mark" cx="16" cy="17" r="4.5"/><path d="M25.5 13.5v.1"/>',
  doctor:
    '<path d="M9 4v7a5 5 0 0 0 10 0V4M7 4h3.5M17.5 4H21M14 16v4a6 6 0 0 0 12 0v-2"/><circle class="mark" cx="26" cy="15" r="2.5"/>',
  scales:
    '<path d="M16 4v23M10 27h12M6 9h20"/><path class="mark" d="M2 18l4-9 4 9a4 4 0 0 1-8 0zM22 18l4-9 4 9a4 4 0 0 1-8 0z"/>',
  talk: '<path d="M3 5h17v11H10l-4 4v-4H3z"/><path class="mark" d="M24 11h5v11h-3v4l-4-4h-8v-3"/><path d="M7.5 9h8M7.5 12h5"/>',
  folder: '<path d="M3 26V7h9l3 3h14v16z"/><path class="mark" d="M16 14v8M12 18h8"/>',
  letter: '<path d="M3 8h26v17H3z"/><path class="mark" d="M3 9l13 10L29 9"/>',
  check: '<circle cx="16" cy="16" r="12"/><path class="mark" d="M10.5 16.5l4 4 7.5-8.5"/>',
  calendar: '<path d="M4 7h24v20H4zM4 13h24M10 4v5M22 4v5"/><path class="mark" d="M19 18h5v5h-5z"/>',
  building: '<path d="M4 27h24M6 23h20M4 12L16 5l12 7z"/><path class="mark" d="M9 15v5M16 15v5M23 15v5"/>',
  clock: '<circle cx="16" cy="16" r="12"/><path class="mark" d="M16 9v7l5 3"/>',
};

lab(
  "clips",
  `Draws the scenes of app/features/films/clips.ts in Chromium and joins them with ffmpeg to the films, captions and
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
  ffmpeg("-i", join(folder.path, "0.png"), "-c:v", "libwebp", "-quality", "75", `${out}/${clip.id}.webp`);
  writeFileSync(`${out}/${clip.id}.en.vtt`, captionsOf(clip));
}

function ffmpeg(...args: string[]): void {
  const { status, error } = spawnSync("ffmpeg", ["-loglevel", "error", "-y", ...args], { stdio: "inherit" });
  if (error) throw new Error("ffmpeg could not be started: apt-get install -y ffmpeg");
  if (status !== 0) throw new Error("ffmpeg failed");
}

await using browser = await startBrowser();
for (const clip of clips) await make(browser, clip);
