import { printable } from "../../../services/observe/printable.ts";

/** In this order, since most browsers also name the later ones. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Version", "Safari"],
] as const;
const systems = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"];

/** `Chrome 150 on Windows`, from a user agent; the beginning of it for an unknown browser. */
export function browserIn(userAgent: string): string {
  const known = browsers.find(([mark]) => userAgent.includes(`${mark}/`));
  if (!known) return printable(userAgent.slice(0, 60)) || "no browser named";
  const [mark, name] = known;
  const [version = ""] = /^\d{1,4}/.exec(userAgent.split(`${mark}/`)[1]!) ?? [];
  const system = systems.find((each) => userAgent.includes(each));
  return [name, version, system && `on ${system}`].filter(Boolean).join(" ");
}
