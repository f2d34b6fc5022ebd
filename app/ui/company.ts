import type { Settings } from "../../services/settings/env.ts";

/** The company's facts, from settings; code has none of them. */
export type Company = Settings["company"];
