import { it } from "vitest";
import { everyEntry, modelAt } from "./model.ts";
import { explore } from "./graph.ts";
import { edgeCover } from "./edge-cover.ts";
import { pairwiseCover, feasiblePairs } from "./pairwise.ts";
it("x", () => {
  for (const e of everyEntry.slice(0,1)) {
    let t = performance.now();
    const lap = (n: string) => { console.log(n, Math.round(performance.now()-t)); t = performance.now(); };
    const g = explore(modelAt(e)); lap("explore");
    console.log(g.vertices.map(v=>v.key).join("\n"), g.edges.length);
    const c = edgeCover(g); lap("cover"); console.log(c.length, c.flat().length);
    console.log(feasiblePairs(g).size); lap("pairs");
    const p = pairwiseCover(g); lap("pairwise"); console.log(p.length, p.flat().length);
  }
});
