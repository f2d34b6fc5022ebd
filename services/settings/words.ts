import { armsOf } from "../features.ts";
import type { Settings } from "./env.ts";
import { BadSetting } from "./kinds.ts";
import { takenUp } from "./settings-file.ts";

/**
 * The result of a change of the files: whether the site shows something else than before, and which sections wait for
 * the next start; or why nothing was reloaded.
 */
export type TakenUp = { isNew: boolean; waits: readonly string[] } | { fault: string };

/** Checks all settings as the start does, and takes up the words among them; with a mistake anywhere nothing changes. */
export function takeUp(shown: Settings): TakenUp {
  let now: Settings;
  try {
    now = shown.again(shown.sections);
  } catch (error) {
    if (error instanceof BadSetting) return { fault: error.faults.join("; ") };
    throw error;
  }
  const isNew = JSON.stringify(wordsOf(now)) !== JSON.stringify(wordsOf(shown));
  shown.pageFlags = now.pageFlags;
  shown.testimonials = now.testimonials;
  shown.campaigns = now.campaigns;
  shown.company.phone = now.company.phone;
  shown.about.hours = now.about.hours;
  shown.sections = { ...shown.sections, ...sectionsOf(now) };
  shown.arms = armsOf(shown);
  // The values in force, for viewers.
  const { phone } = (now.contents.company ?? {}) as { phone?: unknown };
  const company = { ...(shown.contents.company as object), phone };
  shown.contents = { ...shown.contents, company };
  const [here, before] = [withoutWords(now.contents), withoutWords(shown.contents)];
  const sections = [...new Set([...Object.keys(before), ...Object.keys(here)])];
  return {
    isNew,
    waits: sections.filter((name) => JSON.stringify(here[name]) !== JSON.stringify(before[name])),
  };
}

/** All settings that a running site reloads. */
const wordsOf = ({ pageFlags, testimonials, campaigns, company, about, sections }: Settings) => [
  sectionsOf({ sections }),
  pageFlags,
  testimonials,
  [...campaigns],
  company.phone,
  about.hours,
];

const sectionsOf = ({ sections }: Pick<Settings, "sections">) =>
  Object.fromEntries(takenUp.map((name) => [name, sections[name]]));

/** The sections that wait for the next start. */
function withoutWords(contents: Settings["contents"]): Record<string, unknown> {
  const { quotes, pages, campaigns, company, ...others } = contents as Record<string, unknown> & {
    pages?: Record<string, { pixels?: unknown }> | null;
    campaigns?: { headline?: unknown }[] | null;
    company?: Record<string, unknown> | null;
  };
  const { phone, hours, ...standing } = company ?? {};
  const own = Object.entries(pages ?? {}).flatMap(([path, { pixels }]) => (pixels ? [[path, pixels]] : []));
  const kept = (campaigns ?? [])
    .map(({ headline, ...rest }) => rest)
    .filter((rest) => Object.keys(rest).length > 1);
  for (const name of takenUp) delete others[name];
  return { ...others, pages: own, campaigns: kept, company: standing };
}
