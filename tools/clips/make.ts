/**
 * `npm run tool -- clips`: draws the scenes of app/site/videos/clips.ts in Chromium and joins them with ffmpeg (Debian's) to
 * public/videos/<id>.mp4, with captions (.en.vtt) and the picture that stands for it (.webp). Its results are committed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { type Clip, clips, type Scene, secondsOf } from "../../app/site/videos/clips.ts";
import { startBrowser } from "../../test/support/browser.ts";
import { tool } from "../tool.ts";
import { captionsOf } from "./captions.ts";

tool(
  "clips",
  `Draws the scenes of app/site/videos/clips.ts in Chromium and joins them with ffmpeg to the films, captions and
pictures in public/videos, which are committed. Needs Debian's packages chromium and ffmpeg.`,
).parse();

const size = { width: 960, height: 540 };
const out = "public/videos";

/** One scene as a page: the brand's colors, and large letters for a phone's width. */
function page({ heading, points }: Scene, number: number, count: number): string {
  const done = ((number + 1) / count) * 100;
  const items = points.map((point) => `<li>${escaped(point)}</li>`).join("");
  return `<!doctype html><style>
    body { margin: 0; width: 960px; height: 540px; background: #0a5a61; color: #fff; font-family: "DejaVu Sans", sans-serif }
    main { position: absolute; inset: 70px 80px auto; }
    h1 { font-size: 62px; line-height: 1.15; margin: 0 0 34px }
    ul { list-style: none; margin: 0; padding: 0; font-size: 38px; line-height: 1.5; color: #dff0ef }
    .bar { position: absolute; left: 80px; right: 80px; top: 30px; height: 8px; border-radius: 4px; background: #06444a }
    .bar i { display: block; height: 8px; border-radius: 4px; background: #fff; width: ${done}% }
    svg { position: absolute; right: 40px; bottom: 30px; opacity: 0.18 }
  </style><div class="bar"><i></i></div><main><h1>${escaped(heading)}</h1><ul>${items}</ul></main>
  <svg viewBox="0 0 40 40" width="300" height="300" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"
    stroke-linejoin="round"><path d="M11 30c0-9 18-7 18-16m-5.5 0 5.5-5.5 5.5 5.5"/><circle cx="11" cy="30" r="2"/></svg>`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

async function make(browser: Browser, clip: Clip): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-clip-"));
  const tab = await browser.newPage({ viewport: size });
  const inputs: string[] = [];
  for (const [number, scene] of clip.scenes.entries()) {
    const file = join(folder.path, `${number}.png`);
    await tab.setContent(page(scene, number, clip.scenes.length));
    await tab.screenshot({ path: file });
    inputs.push("-loop", "1", "-t", String(secondsOf(scene)), "-i", file);
  }
  await tab.close();
  const faded = clip.scenes.map((scene, n) => {
    const seconds = secondsOf(scene);
    const ends = `fade=t=in:d=0.4:c=0x0a5a61,fade=t=out:st=${seconds - 0.4}:d=0.4:c=0x0a5a61`;
    return `[${n}:v]${n === 0 ? `fade=t=out:st=${seconds - 0.4}:d=0.4:c=0x0a5a61` : ends}[s${n}]`;
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
