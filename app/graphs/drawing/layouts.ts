import type { Layout } from "./layout.ts";

/**
 * The layouts of charts, by code. The build fills this in (app/server/building/plugins.ts); without a build a chart is
 * laid out on request.
 */
export const layouts: Readonly<Record<string, Layout>> = {};
