import type { Settings } from "../../services/settings/env.ts";

/** The company's facts, from settings; code has none of them. */
export type Company = Settings["company"];

/** The company behind the site, from the operator's settings. */
export type About = Settings["about"];
