import type { LoaderFunctionArgs } from "@remix-run/node";

/** The numbers that calls come from, as a card that a phone puts among its contacts (RFC 6350; version 3 is what all read). */
export function loader({ context }: LoaderFunctionArgs) {
  const { company, about } = context.services.settings;
  if (about.callsComeFrom.length === 0)
    throw new Response("No number is set that calls come from.", { status: 404 });
  const name = company.siteName.replace(/[\\,;]/g, "\\$&");
  const card = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${name};;;;`,
    `FN:${name}`,
    ...about.callsComeFrom.map(({ dial }) => `TEL;TYPE=WORK,VOICE:${dial}`),
    "END:VCARD",
    "",
  ].join("\r\n");
  const headers = { "Content-Type": "text/vcard; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(card, { headers });
}
