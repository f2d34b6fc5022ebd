import { planted } from "./answer-faults.ts";

/** What has broken sites most often: tried in every place. */
const sharpest = [
  "%00",
  "%E0%A4%A",
  "%ed%a0%80",
  "__proto__",
  "-99999999999999999999",
  `%22%27%3E${encodeURIComponent(planted)}`,
  "%0d%0aX-Planted:1%0a%0a",
];
/** One of each further kind; a third of them is tried in each place. */
const others = [
  "",
  "%",
  "a%00b",
  "%zz%u0000",
  "%ff%fe",
  "%c0%ae%c0%ae%2f",
  "..%2f..%2f..%2fetc%2fpasswd",
  "%E2%80%AE%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9",
  "constructor",
  "1e309",
  "2026-02-30",
  "%27%20OR%20%271%27=%271",
  "xx-XX",
  "a".repeat(4_000),
];

/** Values as they are written in an address. @param place a number for each place that they are put in */
export function hostileValues(place: number): string[] {
  return [...sharpest, ...others.filter((_, index) => (index + place) % 3 === 0)];
}

/** Ways in which an address may ask by a name and a value. */
export const hostileForms: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}=1&${name}=${value}&${name}=`,
  (name, value) => `${name}[]=${value}&${name}[a][__proto__]=${value}&${name}.x=${value}`,
  (name, value) => `${value}=${name}&flag.${value}=${name}&?${name}=${value}&&=&=${value}`,
];
