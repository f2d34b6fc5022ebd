import { option, source } from "./programs.ts";

/**
 * The program that makes anybody a witness of the log of consents, as one file for Node: it fetches the log's head from
 * a site, checks that the log extends the last head that it has kept, and keeps the new one. Two witnesses who compare
 * their files notice a site that shows each of them another log.
 */
export function witnessForNode(): string {
  return `import { appendFileSync, existsSync, readFileSync } from "node:fs";
${source()}
const [site, file, ...more] = process.argv.slice(2);
${option}
const other = option("--with");
if (!site || !file) {
  console.error("node witness.mjs <https://the site> <heads.jsonl> [--with <another witness's heads.jsonl>]");
  process.exit(2);
}
const linesOf = (name) => readFileSync(name, "utf8").split("\\n").filter(Boolean).map((line) => JSON.parse(line));
const end = (code, words) => {
  console.log(words);
  process.exit(code);
};

/** The log's newest head, and the proof that the log of this size is its beginning. */
async function ask(from) {
  const address = new URL("/.well-known/consent-log" + (from ? "?from=" + from : ""), site);
  try {
    const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(20_000) });
    if (answer.ok) return await answer.json();
  } catch {}
  end(2, "The site gave no head: " + address.host);
}

/** Heads of one signer that contradict each other prove what the signer did, so both are kept. */
function contradicted(head, words) {
  appendFileSync(file + ".contradiction", JSON.stringify({ head }) + "\\n");
  end(1, words + " Keep " + file + " and " + file + ".contradiction: together they are the proof.");
}

async function demandBeginning(first, answer, head, whose) {
  if (!(await isBeginning(first, head, (answer.consistency ?? []).map(bytesOf))))
    contradicted(answer.head, "THE LOG DOES NOT GO ON from " + whose + " head of " + first.at + " (" + first.size + " records).");
}

try {
  const kept = existsSync(file) ? linesOf(file) : [];
  const newest = await ask();
  const key = kept.find((line) => line.key)?.key ?? newest.key;
  if (newest.key !== key) contradicted(newest.head, "THE LOG HAS ANOTHER KEY than the one that you have kept.");
  const heads = await Promise.all(kept.map((line) => openHead(line.head, key)));
  const last = heads.at(-1);
  const answer = last ? await ask(last.size) : newest;
  const head = await openHead(answer.head, key);
  if (last) await demandBeginning(last, answer, head, "your");
  if (kept.at(-1)?.head !== answer.head)
    appendFileSync(file, JSON.stringify({ head: answer.head, key, seen: new Date().toISOString() }) + "\\n");
  for (const line of other ? linesOf(other) : []) {
    const theirs = await openHead(line.head, key);
    const split = "THE OTHER WITNESS HAS SEEN ANOTHER LOG of " + theirs.size + " records.";
    if ([...heads, head].some(({ size, root }) => size === theirs.size && !same(root, theirs.root)))
      contradicted(line.head, split);
    // Both have to lead to one and the same head: a site could answer each question from another log.
    let [one, two] = [];
    for (let tries = 0; tries < 5 && (!one || one.head !== two.head); tries++)
      [one, two] = [await ask(theirs.size), await ask(head.size)];
    if (one.head !== two.head) end(2, "The log grows too fast to be compared.");
    const joined = await openHead(one.head, key);
    await demandBeginning(head, two, joined, "your");
    await demandBeginning(theirs, one, joined, "the other witness's");
  }
  const log = "The log has " + head.size + " records at " + head.at + (last ? " and goes on from your last head." : ".");
  end(0, log + (other ? " The other witness has seen the same log." : "") + (last ? "" : " Its key: " + key));
} catch ({ message }) {
  end(1, "REFUSED: " + message);
}
`;
}
