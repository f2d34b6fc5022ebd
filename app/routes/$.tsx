/** An unknown address. The error page says so, in the visitor's language. */
export function loader() {
  throw new Response("There is no such page.", { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}
