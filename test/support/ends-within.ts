import { runInNewContext } from "node:vm";

/** Runs what might keep the processor busy for hours. @throws an Error when it is not done by then */
export function endsWithin<Result>(ms: number, work: () => Result): Result {
  return runInNewContext("work()", { work }, { timeout: ms }) as Result;
}
