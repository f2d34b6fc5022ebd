/**
 * One side of a comparison: what the address asks of both, and what it asks of this side alone (`b.from=…`), which
 * takes the place of that.
 */
export function sideOf(params: URLSearchParams, side: "a" | "b"): URLSearchParams {
  const all = [...params].filter(([name]) => !/^[ab]\./.test(name));
  const own = [...params]
    .filter(([name, value]) => name.startsWith(`${side}.`) && value !== "")
    .map(([name, value]) => [name.slice(2), value]);
  const replaced = new Set(own.map(([name]) => name));
  return new URLSearchParams([...all.filter(([name]) => !replaced.has(name)), ...own]);
}
