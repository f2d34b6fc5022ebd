/** Elements around a text of its own; all others stand within a sentence. */
const block =
  /<\/?(?:p|li|[uod]l|h\d|t[dhr]|caption|nav|section|header|footer|main|article|div|summary|details|figcaption|legend|label|button|option|text)\b[^>]*>/;

/** What is read of a page, element by element, without its scripts and styles. */
export function textsOf(html: string): string[] {
  return html
    .replace(/<(script|style)\b.*?<\/\1>|<!--.*?-->/gs, "")
    .split(block)
    .map((part) =>
      part
        .replace(/<[^>]+>/g, "")
        .replaceAll("&#x27;", "'")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&")
        .replace(/&\w+;|\(\s*\)/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => /\p{L}/u.test(part));
}
