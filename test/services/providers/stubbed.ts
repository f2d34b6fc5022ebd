import { afterAll, beforeEach } from "vitest";
import { type CallJson, createCallJson } from "../../../services/providers/http.ts";
import { type Stub, type StubReply, startStub } from "../../stubs/stub-server.ts";

/** Keeps a stub for the tests of one file: healthy before each, stopped after the last. */
export async function stubbed<S extends Stub>(
  starting: Promise<S>,
): Promise<{ stub: S; callJson: CallJson }> {
  const stub = await starting;
  beforeEach(() => {
    stub.fault = "ok";
    stub.requests.length = 0;
  });
  afterAll(() => stub.stop());
  return { stub, callJson: createCallJson([stub.origin]) };
}

/** An adapter's result for a service that always answers the same: its own answer, or the failure that it throws. */
export async function answered<Answer>(
  reply: StubReply,
  ask: (callJson: CallJson, origin: string) => Promise<Answer>,
): Promise<Answer | Error> {
  const stub = await startStub(() => reply);
  return ask(createCallJson([stub.origin]), stub.origin)
    .catch((error: Error) => error)
    .finally(stub.stop);
}
