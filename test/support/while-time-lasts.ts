import { beforeEach } from "vitest";

/** In CI, the second (Unix time) from which on no further test begins: a run that is cut off would count for nothing. */
const until = Number(process.env.TESTS_UNTIL || Number.POSITIVE_INFINITY);

beforeEach(({ skip }) => {
  skip(Date.now() / 1000 > until, "CI has no time left; npm run walks runs this");
});
