/** First value of each field of a form; names and values are text, nothing is inherited. */
export type PostedForm = Record<string, string | undefined>;

/** Of one form. */
export const mostFields = 100;

/**
 * Reads an HTML form's post.
 * @throws Response 415 for another type of body, 400 for one with too many fields
 */
export async function readForm(request: Request): Promise<PostedForm> {
  demandType(request, "application/x-www-form-urlencoded", "This address takes an HTML form.");
  const fields = new URLSearchParams(await request.text());
  const form: PostedForm = Object.create(null);
  let count = 0;
  for (const [name, value] of fields) {
    if (++count > mostFields) throw new Response("The form has too many fields.", { status: 400 });
    form[name] ??= value;
  }
  return form;
}

/**
 * Reads a JSON post.
 * @throws Response 415 for another type of body, 400 for one that is not JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  demandType(request, "application/json", "This address takes application/json.");
  try {
    return JSON.parse(await request.text());
  } catch {
    throw Response.json({ error: "The body is not JSON.", field: null }, { status: 400 });
  }
}

function demandType(request: Request, type: string, message: string): void {
  const given = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (given === type) return;
  const body = type === "application/json" ? JSON.stringify({ error: message, field: null }) : message;
  const headers = { "Content-Type": type === "application/json" ? type : "text/plain; charset=utf-8" };
  throw new Response(body, { status: 415, headers });
}
