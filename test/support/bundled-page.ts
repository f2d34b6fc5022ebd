import { build, type Rollup } from "vite";

/**
 * A page of its own for something that pages of the site show seldom: what the file does, as one script that brings
 * its styles with it.
 */
export async function bundledPage(file: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    // Vitest's own NODE_ENV would have it compile for React's development build.
    esbuild: { jsx: "automatic", jsxDev: false },
    build: {
      write: false,
      rollupOptions: { input: file, output: { format: "iife", inlineDynamicImports: true } },
    },
  })) as Rollup.RollupOutput;
  return built.output[0].code;
}
