import { chartsToken } from "./console-people.ts";
import { send } from "./send.ts";

/** A page's words, without its tags. */
export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Asks a site for the charts' pages as they are without a script. @returns takes a form that is posted, instead of asking */
export function chartPagesOn(site: { url: string }) {
  async function open(address: string, form?: Record<string, string>) {
    const headers = { Authorization: `Bearer ${chartsToken}` };
    const { status, headers: answered, text } = await send(site.url, address, { headers, form });
    if (answered.location) return open(answered.location);
    const html = text.replaceAll("<!-- -->", "");
    const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)".*?<\/a>/gs)].map(([whole, href]) => ({
      name: /aria-label="([^"]*)"/.exec(whole)?.[1] ?? textOf(whole),
      href: textOf(href!),
    }));
    return {
      status,
      html,
      address,
      links,
      text: (start: RegExp) =>
        textOf(new RegExp(`<(\\w+)[^>]*${start.source}[^>]*>.*?</\\1>`, "s").exec(html)![0]),
      /** Goes where the link of this name leads, the first if there are several. */
      follow(name: string | RegExp) {
        const link = links.find((each) =>
          typeof name === "string" ? each.name === name : name.test(each.name),
        );
        if (!link) throw new Error(`no link ${name} on ${address}`);
        const { pathname, search } = new URL(link.href, new URL(address, site.url));
        return open(pathname + search);
      },
    };
  }
  return open;
}
