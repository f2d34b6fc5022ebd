/** Somebody outside, or a file, with the state in a word. */
export type StateRow = { name: string; state: string; tone: "good" | "bad" | "quiet"; text: string };

export type SettingRow = {
  name: string;
  /** Never a secret: that is only said to be set. */
  value: string;
  /** A file and line, a variable, or `default`. */
  source: string;
  isDefault: boolean;
  about: string;
};

export type SettingsData = {
  receivers: readonly StateRow[];
  services: readonly StateRow[];
  files: readonly StateRow[];
  /** Survey pages with settings of their own. */
  pages: readonly { path: string; text: string }[];
  groups: readonly { title: string; changed: number; settings: readonly SettingRow[] }[];
  /** Where to write a change: claimpath.yaml, and the file of variables; '' where there is none yet. */
  file: string;
  variables: string;
};
