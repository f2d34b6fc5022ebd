/**
 * Loads a part of a page's scripts: its imports are requested at the same time, and its style sheets are awaited.
 * Replaces Vite's own wrapper around each dynamic import, which is twice as long (app/server/building/modules.ts).
 * @param files what the part needs, in the folder of the site
 */
export async function __vitePreload<Part>(load: () => Promise<Part>, files: string[] = []): Promise<Part> {
  await Promise.all(files.map(asked));
  return load();
}

/** @returns what to wait for: a style sheet that is not in the page yet */
function asked(file: string): Promise<void> | undefined {
  if (document.querySelector(`link[href="/${file}"]`)) return undefined;
  const link = document.createElement("link");
  const isSheet = file.endsWith(".css");
  link.rel = isSheet ? "stylesheet" : "modulepreload";
  link.crossOrigin = "";
  link.href = `/${file}`;
  document.head.append(link);
  if (!isSheet) return undefined;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${file} could not be loaded.`));
  });
}
