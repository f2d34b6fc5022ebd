import type { Clip } from "../../../../app/features/films/clips.ts";

/**
 * What the scenes of the films show, as SVG in a square of 32: lines like those beside the answers
 * (public/illustrations/answers.svg), and what stands out in the class `mark`.
 */
export const drawings: Record<string, string> = {
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

const line = 'fill="none" stroke="#0a5a61" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"';

/** Where a film's drawings stand along the logo's path, over the button that plays it: the first is the largest. */
const places = [
  { x: 240, y: 190, of: 300 },
  { x: 500, y: 290, of: 140 },
  { x: 676, y: 214, of: 140 },
  { x: 838, y: 140, of: 140 },
];

/**
 * What stands for a film before it plays, as SVG: its first drawing and its last ones, along the logo's path, without a word, since
 * the film's title is beside it. A drawing that has come before is left out.
 */
export function posterIn({ scenes }: Clip): string {
  const [first, ...others] = [...new Set(scenes.map(({ drawing }) => drawing))];
  const shown = [first!, ...others.slice(-3)];
  const drawn = shown.map((name, index) => {
    const { x, y, of } = places[index]!;
    const size = of * 0.62;
    const lines = drawings[name]!.replaceAll('class="mark"', 'stroke="#c77700"');
    return `<circle cx="${x}" cy="${y}" r="${of / 2}" fill="#fff"/><svg x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" viewBox="0 0 32 32" ${line}>${lines}</svg>`;
  });
  const last = places[shown.length - 1]!;
  const path = `M240 190C300 400 420 350 500 290S610 250 676 214${shown.length > 3 ? "S790 190 838 140" : ""}`;
  const [x, y] = [last.x + 48, last.y - 106];
  const arrow = `<path d="M${last.x} ${last.y}L${x} ${y}m-34 8 34-8 10 33" fill="none" stroke="#ffb627" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540"><path fill="#e2efee" d="M0 0h960v540H0z"/><path d="${path}" fill="none" stroke="#0a5a61" stroke-width="6" stroke-dasharray="2 16" stroke-linecap="round"/>${arrow}${drawn.join("")}</svg>
`;
}
