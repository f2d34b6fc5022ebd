import type { Settings } from "../../services/settings/env.ts";

/** The company's facts, from settings; code has none of them. */
export type Company = Settings["company"];

/** Who is behind the site, as far as the operator says it. */
export type About = Settings["about"];
