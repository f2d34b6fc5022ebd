import { expect, it } from "vitest";
import { readConsoleForm, readForm, readJson } from "../../../app/server/requests/bodies.ts";

const posted = (type: string, body: string) =>
  new Request("http://site/", { method: "POST", body, headers: { "Content-Type": type } });
const [form, json] = ["application/x-www-form-urlencoded", "application/json"];
const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => {
      throw new Error("was read");
    },
    (answer: Response) => answer,
  );

it("a post is read by its type, however that is written", async () => {
  expect(await readForm(posted(`${form}; charset=UTF-8`, "a=1&b=%C3%A9"))).toMatchObject({ a: "1", b: "é" });
  expect(await readJson(posted("Application/JSON", '{"a":1}'))).toEqual({ a: 1 });
});

it("one of another type is 415, in the type that was wanted", async () => {
  for (const type of ["text/plain", "multipart/form-data; boundary=x", json]) {
    const { status, headers } = await refusal(readForm(posted(type, "a=1")));
    expect([status, headers.get("Content-Type")], type).toEqual([415, "text/plain; charset=utf-8"]);
  }
  const answer = await refusal(readJson(posted(form, "a=1")));
  expect(answer.status).toBe(415);
  expect(await answer.json()).toEqual({ error: "This address takes application/json.", field: null });
});

it("what is not JSON is 400, and so is a form of the console's with what is no text of a person's", async () => {
  expect((await refusal(readJson(posted(json, "{")))).status).toBe(400);
  expect((await refusal(readConsoleForm(posted(form, "a=%00")))).status).toBe(400);
  expect((await refusal(readConsoleForm(posted(form, `a=${"x".repeat(100_000)}`)))).status).toBe(400);
});
