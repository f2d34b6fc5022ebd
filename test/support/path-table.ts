/** Offer and affiliate of the paths the specification names (spec 2.4), written down apart from the variants. */
const table: Record<string, [number, number]> = {
  "/survey/tt": [80, 252],
  "/survey/yt": [112, 252],
  "/survey/insta": [113, 252],
  "/survey/fb": [114, 252],
  "/survey/vw": [86, 1],
  "/survey/es": [85, 1],
  "/survey/v4nv-ep": [196, 1],
  "/survey/v4nv-rz": [188, 1],
  "/survey-sd/v4": [152, 340],
  "/survey-sd/v3b": [152, 340],
  "/survey/v6": [160, 1],
  "/survey-sl": [235, 1],
  "/survey/ig": [81, 107],
  "/yt": [56, 1],
  "/survey-google": [57, 1],
  "/g": [57, 1],
  "/g2": [101, 1],
  "/form": [101, 1],
  "/f": [102, 1],
  "/survey/c": [81, 1],
  "/survey/v3": [81, 1],
  "/survey-sd/v3": [81, 1],
};

export function offersOf(path: string): [number, number] | undefined {
  return table[path];
}
