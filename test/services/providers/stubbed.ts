import { afterAll, beforeEach } from "vitest";
import { type CallJson, createCallJson } from "../../../services/providers/http.ts";
import type { Stub } from "../../stubs/stub-server.ts";

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
