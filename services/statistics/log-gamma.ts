/** The natural logarithm of the gamma function for x > 0, to about 10 digits: shifted above 10, then Stirling's series. */
export function logGamma(x: number): number {
  let [shifted, product] = [x, 1];
  for (; shifted < 10; shifted++) product *= shifted;
  const series = 1 / (12 * shifted) - 1 / (360 * shifted ** 3) + 1 / (1260 * shifted ** 5);
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
  );
}
