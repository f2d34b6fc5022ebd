/** A setting as `.env.example` explains it. */
export type DescribedSetting = { name: string; about: string; byDefault: string };

/** A part of `.env.example`, in its order. */
export type SettingGroup = { title: string; settings: DescribedSetting[] };

/** @param example the text of `.env.example` */
export function describedSettings(example: string): SettingGroup[] {
  const groups: SettingGroup[] = [];
  let about: string[] = [];
  let isUsed = false;
  for (const line of example.split("\n")) {
    const [, title] = /^# --- ([^.;]+)/.exec(line) ?? [];
    const [, words] = /^# (?!---)(.+)$/.exec(line) ?? [];
    const [, name, byDefault = ""] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (title) {
      groups.push({ title, settings: [] });
      about = [];
    } else if (words) {
      about = isUsed ? [words] : [...about, words];
      isUsed = false;
    } else if (name) {
      groups.at(-1)?.settings.push({ name, about: about.join(" "), byDefault });
      // Settings that follow each other share the words above the first.
      isUsed = true;
    }
  }
  return groups;
}
