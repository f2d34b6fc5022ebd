import { expect, test } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand, runProcess } from "../../support/run-command.ts";

test("a sample shows what a destination is sent and what it answers", async () => {
  await using stub = await startStub(({ path }) =>
    path === "/down" ? { status: 422, body: { error: "no zip" } } : { body: { status: "ok", price: 30 } },
  );
  const { path, remove } = destinationsIn(`destinations:
  buyer: { kind: json, mode: live, url: "${stub.origin}/in", fields: { Who: first_name, Test: test }, answer: { price: price }, only: { states: CA } }
  down: { kind: form, url: "${stub.origin}/down" }`);
  const env = { DESTINATIONS_FILE: path };
  const tried = await runCommand("try buyer", env);
  expect(tried.stderr).toBe("");
  expect(tried.stdout).toBe(
    [
      "Its filters would not let this sample through; it is sent all the same.",
      "Sent",
      '  {"Who":"Test","Test":"yes"}',
      "Answer, status 200",
      '  {"status":"ok","price":30}',
      'accepted: status 200, {"status":"ok","price":30}, price 30',
      "",
    ].join("\n"),
  );
  const down = await runCommand("try down", env);
  expect(down.stdout).toContain('Answer, status 422\n  {"error":"no zip"}');
  expect(down).toMatchObject({ status: 1, stderr: expect.stringContaining("Not delivered (refused)") });
  const unknown = await runCommand("try byer", env);
  expect(unknown.stderr).toBe("There is no destination byer. There are buyer, down.\n");
  remove();
});

test("a sample shows no secret, wherever it was sent and however it is repeated", holds("T92"), async () => {
  const secret = 'south"key/9f2c';
  await using stub = await startStub(({ body }) => ({
    status: 422,
    body: {
      error: "no",
      got: body,
      as64: Buffer.from(secret).toString("base64"),
      in: encodeURIComponent(secret),
    },
  }));
  const { path, remove } = destinationsIn(
    `destinations: { south: { kind: json, url: "${stub.origin}/in", fields: { Who: first_name, Key: { value: "\${SOUTHKEY}" } } } }`,
  );
  const tried = await runCommand("try south", { DESTINATIONS_FILE: path, SOUTHKEY: secret });
  expect(JSON.stringify(stub.requests)).toContain("9f2c");
  const said = tried.stdout + tried.stderr;
  expect(said).toContain('"Key":"…"');
  for (const form of ["9f2c", Buffer.from(secret).toString("base64").slice(0, 12)])
    expect(said).not.toContain(form);
  remove();
});

test("a sample leaves by the proxy of the environment", async () => {
  await using proxy = await startStub(() => ({ body: { status: "ok" } }));
  const { path, remove } = destinationsIn(
    'destinations: { far: { kind: json, url: "http://far.example/in" } }',
  );
  const env = { DESTINATIONS_FILE: path, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy.origin };
  expect((await runProcess("try far", env)).stdout).toContain("accepted: status 200");
  expect(proxy.requests.map(({ path }) => path)).toEqual(["/in"]);
  remove();
});
