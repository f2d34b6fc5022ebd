import { expect, it } from "vitest";
import { seriesIn } from "../../../tools/soak/samples.ts";

const one = `# TYPE nodejs_heap_size_used_bytes gauge
nodejs_heap_size_used_bytes 60000000
nodejs_heap_size_used_bytes_ever 1
`;
const three = `nodejs_heap_size_used_bytes{worker="1"} 10
nodejs_heap_size_used_bytes{worker="2"} 2.5e+1
claimpath_flooded{worker="1"} 0
nodejs_heap_size_used_bytes{worker="3"} 30
`;

it("a metric is read of one process, and of each worker", () => {
  expect(seriesIn(one, "nodejs_heap_size_used_bytes")).toEqual([60_000_000]);
  expect(seriesIn(three, "nodejs_heap_size_used_bytes")).toEqual([10, 25, 30]);
});

it("a metric that is not there is no zero", () => {
  expect(() => seriesIn(one, "nodejs_heap")).toThrow("The site's metrics have no nodejs_heap.");
});
