import * as deadline from "./features/deadline/parts.tsx";
import type { PageParts } from "./features/feature.ts";
import * as films from "./features/films/parts.tsx";

/**
 * Features' components on the core's own pages, a line each. Separate from app/features.ts, which the build reads
 * before it can read components. Servers only: no browser's script may import it.
 */
export const featureParts: readonly PageParts[] = [deadline, films];
