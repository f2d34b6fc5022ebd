import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

/** The checker of bundles, heads and proofs, without its types and exports. */
export const source = () => {
  const text = readFileSync(new URL("./check-bundle.ts", import.meta.url), "utf8");
  return stripTypeScriptTypes(text).replaceAll(/^export (?=async function|function)/gm, "");
};

/** How a program for Node takes an option's value out of its words. */
export const option = `
const option = (name) => {
  const at = more.indexOf(name);
  return at < 0 ? undefined : more.splice(at, 2)[1];
};
`;

/**
 * Makes of the maker's page what shows it and does nothing: no script, no form, no other page, and no connection,
 * which a policy does not keep a link or a refresh from.
 */
const inert = `
const inert = (html) => html.replace(/<(?=(?:link|meta|base)\\b)/gi, "<inert-");
`;

/** Shown above the maker's page and picture everywhere. */
const byTheMaker =
  "According to the maker of the bundle, this was the page. Nothing on it was compared with the record, and it does not prove which words were seen.";

/** Has OpenSSL judge a head's timestamp by the certificate of its authority. */
const timestamps = `
const stampOf = ({ head, stamp }, certificates) => {
  const folder = mkdtempSync(join(tmpdir(), "verify-evidence-"));
  writeFileSync(join(folder, "head"), head);
  writeFileSync(join(folder, "token"), Buffer.from(stamp, "base64"));
  const openssl = (...words) => spawnSync("openssl", ["ts", ...words, "-in", "token", "-token_in"], { cwd: folder, encoding: "utf8" });
  const { error, status } = openssl("-verify", "-data", "head", "-CAfile", resolve(certificates));
  const [, time] = /^Time stamp: (.+)$/m.exec(openssl("-reply", "-text").stdout ?? "") ?? [];
  rmSync(folder, { recursive: true });
  if (error) throw new Refused("OpenSSL, which reads timestamps, is not on this machine.");
  demand(status === 0 && time !== undefined, "The timestamp is not the authority's, or not of this head.");
  return "That head was there at " + time + ": so says the authority's timestamp, by the certificate that you gave.";
};
`;

/** The verifier as one file for Node. */
export function verifierForNode(): string {
  return `import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
${source()}${inert}${timestamps}
const [file, ...more] = process.argv.slice(2);
${option}
const heads = option("--witness");
const certificates = option("--timestamp-ca");
const key = more.find((word) => !word.startsWith("--"));
if (!file) {
  console.error("node verify-evidence.mjs <bundle.json> [<the log's public key, base64>] [--witness <heads.jsonl>] [--timestamp-ca <certificates.pem>] [--page]");
  process.exit(2);
}
const read = (name) => {
  try {
    if (statSync(name).size > 4 * largest) throw { code: "it is too large" };
    return readFileSync(name, "utf8");
  } catch ({ code }) {
    console.error("The file " + name + " cannot be read (" + code + ").");
    process.exit(2);
  }
};
const text = read(file);
let found = await checkBundle(text, key, heads && read(heads));
if (found.ok && certificates) {
  const { witnessed } = JSON.parse(text).log;
  try {
    demand(witnessed?.stamp, "It has no timestamp.");
    found.facts.push(stampOf(witnessed, certificates));
    found.unknown = found.unknown.filter((words) => words !== stampFact);
  } catch ({ message }) {
    found = { ok: false, reason: message };
  }
}
const list = (lines) => lines.map((line) => "- " + visible(line));
console.log(
  found.ok
    ? [found.verdict, "", "It proves:", ...list(found.facts), "", "It does not prove:", ...list(found.unknown)].join("\\n")
    : "REFUSED: " + found.reason,
);
if (found.ok && more.includes("--page")) {
  // New files only: the names follow from the bundle's.
  const write = (end, content) => {
    try {
      writeFileSync(file + end, content, { flag: "wx" });
    } catch ({ code }) {
      console.error("The file " + file + end + " cannot be written (" + code + ").");
      process.exit(1);
    }
    console.log("Written: " + file + end);
  };
  console.log("");
  write(".consent.html", found.consentPage);
  const { page } = JSON.parse(text);
  if (page) {
    const srcdoc = inert(page.html).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    write(".makers-page.html", \`<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">
<title>The page, according to the maker</title>
<style>body { margin: 0 } p { margin: 0; padding: 1rem; font: bold 1rem/1.5 sans-serif } iframe { width: 100%; height: 100vh; border: 0 }</style>
<p>${byTheMaker}</p>
<iframe sandbox title="The page, according to the maker" srcdoc="\${srcdoc}"></iframe>
\`);
  }
  if (page?.picture.png) write(".makers-picture.png", Buffer.from(page.picture.png, "base64"));
}
// Without a key that is known from elsewhere, anybody may have made it.
process.exit(!found.ok ? 1 : key ? 0 : 3);
`;
}

/** The same as one page, to be opened from the disk. */
export function verifierPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:">
<title>Check a bundle of evidence</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
ul { padding-left: 1.25rem } figure { margin: 2rem 0; padding: 1rem; border: 1px solid } figcaption { margin-bottom: 1rem; font-weight: bold }
iframe { width: 100%; height: 60rem; border: 0 } #consent iframe { height: 36rem } img { max-width: 100% }</style>
<h1>Check a bundle of evidence</h1>
<p>Nothing leaves this page, and it needs no network.</p>
<p><label>The log’s public key, if you know it from elsewhere:<br><input id="key" size="46"></label></p>
<p><label>A witness’s file of the log’s heads, if you have one: <input id="witness" type="file"></label></p>
<p><label>The bundle: <input id="file" type="file" accept=".json"></label></p>
<div id="found" role="status"></div>
<figure id="consent" hidden><figcaption>The words of the record and the button, on a page that this program has made of them</figcaption><iframe sandbox title="The consent"></iframe></figure>
<figure id="page" hidden><figcaption>${byTheMaker}</figcaption><iframe sandbox title="The page, according to the maker"></iframe></figure>
<figure id="picture" hidden><figcaption>A picture of that page, according to the maker</figcaption><img alt="The page, according to the maker"></figure>
<script type="module">
${source().replaceAll("</script", "<\\/script")}${inert}
/** Shows a figure with what it is of, or hides it. */
const frame = (id, name, content) => {
  const figure = document.getElementById(id);
  figure.hidden = !content;
  Object.assign(figure.querySelector(name), content || { [name === "img" ? "src" : "srcdoc"]: "" });
};
document.getElementById("file").addEventListener("change", async ({ target }) => {
  const key = document.getElementById("key").value.trim() || undefined;
  const text = await target.files[0].text();
  const [witness] = document.getElementById("witness").files;
  const found = await checkBundle(text, key, await witness?.text());
  const page = (found.ok && JSON.parse(text).page) || null;
  frame("consent", "iframe", found.ok && { srcdoc: found.consentPage });
  // The frame runs no script, whatever it is given.
  frame("page", "iframe", page && { srcdoc: inert(page.html) });
  frame("picture", "img", page?.picture.png && { src: "data:image/png;base64," + page.picture.png });
  const element = (name, ...content) => {
    const made = document.createElement(name);
    made.append(...content);
    return made;
  };
  const list = (lines) => element("ul", ...lines.map((line) => element("li", line)));
  const said = found.ok
    ? [element("p", found.verdict), element("h2", "It proves"), list(found.facts), element("h2", "It does not prove"), list(found.unknown)]
    : [element("p", "REFUSED: " + found.reason)];
  document.getElementById("found").replaceChildren(...said);
});
</script>
</html>
`;
}
