/** The natural logarithm of the gamma function of x > 0, by Stirling's series from 10 on: to 12 digits. */
export function logGamma(x: number): number {
  let [shifted, product] = [x, 1];
  for (; shifted < 10; shifted++) product *= shifted;
  const series = 1 / (12 * shifted) - 1 / (360 * shifted ** 3) + 1 / (1260 * shifted ** 5);
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
  );
}
