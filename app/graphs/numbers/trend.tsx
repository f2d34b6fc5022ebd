import styles from "./trend.module.css";

const [width, height] = [112, 28];
/** Room for the thickness of the line. */
const edge = 2;

/** Counts that follow one another, as a small line. @param counts `12 9 14` */
export function Trend({ counts }: { counts: string }) {
  const values = counts.split(" ").map(Number);
  const most = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = edge + ((width - 2 * edge) * index) / Math.max(1, values.length - 1);
    const y = height - edge - ((height - 2 * edge) * value) / most;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className={styles.trend}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={values.join(", ")}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
