import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

const source = () => {
  const text = readFileSync(new URL("./check-bundle.ts", import.meta.url), "utf8");
  return stripTypeScriptTypes(text).replaceAll(/^export (?=async function|function)/gm, "");
};

/** The verifier as one file for Node: `node verify-evidence.mjs <bundle> [<the log's key>]`. */
export function verifierForNode(): string {
  return `import { readFileSync } from "node:fs";
${source()}
const [file, key] = process.argv.slice(2);
if (!file) {
  console.error("node verify-evidence.mjs <bundle.json> [<the log's public key, base64>]");
  process.exit(2);
}
const found = await checkBundle(readFileSync(file, "utf8"), key);
console.log(found.ok ? found.facts.join("\\n") : "REFUSED: " + found.reason);
process.exit(found.ok ? 0 : 1);
`;
}

/** The same as one page, to be opened from the disk. */
export function verifierPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Check a bundle of evidence</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
figure { margin: 2rem 0; padding: 1rem; border: 1px solid } figcaption { margin-bottom: 1rem; font-weight: bold }</style>
<h1>Check a bundle of evidence</h1>
<p>Nothing leaves this page, and it needs no network.</p>
<p><label>The log’s public key, if you know it from elsewhere:<br><input id="key" size="46"></label></p>
<p><label>The bundle: <input id="file" type="file" accept=".json"></label></p>
<output id="found"></output>
<figure id="shown" hidden><figcaption>The consent, with the button that gave it, as it was shown</figcaption><div></div></figure>
<script type="module">
${source().replaceAll("</script", "<\\/script")}
const shown = document.getElementById("shown");
document.getElementById("file").addEventListener("change", async ({ target }) => {
  const key = document.getElementById("key").value.trim() || undefined;
  const text = await target.files[0].text();
  const found = await checkBundle(text, key);
  // What it shows was checked word by word: it is text and one button.
  const html = found.ok ? JSON.parse(text).consent.html : "";
  const consent = new DOMParser().parseFromString(html, "text/html").body.childNodes;
  shown.hidden = !found.ok;
  shown.lastElementChild.replaceChildren(...consent);
  const lines = found.ok ? ["The bundle is genuine.", ...found.facts] : ["REFUSED: " + found.reason];
  document.getElementById("found").replaceChildren(
    ...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })),
  );
});
</script>
</html>
`;
}
