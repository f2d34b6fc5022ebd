import { Fragment, type ReactNode } from "react";
import type { TableFormat } from "../../../../services/features/numbers/formats.ts";
import styles from "./number-table.module.css";
import {
  type Cell,
  type Column,
  type Counted,
  formatCell,
  type High,
  heatOf,
  orderOf,
  type Row,
  say,
  sortAddress,
  type Table,
} from "./table.ts";

type Props = {
  table: Table;
  /** The address of the same table as a file, if any. */
  fileAt?: (format: TableFormat) => string;
  /** The page's query, to which a pressed column header adds; without it nothing can be sorted. */
  query?: URLSearchParams;
  /** The address of the visits behind a count. */
  visitsAt?: (counted: Counted) => string;
  /** Shown once it is opened. */
  isFolded?: boolean;
  /** Below its note. */
  more?: ReactNode;
  /** A special cell in place of the usual one, after the first of its row. */
  cellAt?: (row: Row, at: number) => ReactNode;
};

/** How many notes a row shows. */
const mostNotes = 2;

/** A table in a window that scrolls sideways on a phone; marked rows say so in words as well. */
export function NumberTable({ table, fileAt, query, visitsAt, isFolded, more, cellAt }: Props) {
  const { name, title, note, columns, rows } = table;
  const firstCount = columns.findIndex(({ unit }) => unit === "count");
  const shown = columns.flatMap((column, at) => (column.isBound ? [] : [at]));
  const heat = columns.map(({ high }, at) => (high ? heatOf(rows.map(({ cells }) => cells[at]!)) : []));
  const files = fileAt && rows.length > 0 && <FileLinks title={title} at={fileAt} />;
  const body = (
    <>
      {more}
      {rows.length === 0 ? (
        <p className={styles.none}>No data.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={`${title}, table, scrollable`}>
          <table className={styles.table} data-table={name}>
            <thead>
              <tr>
                {shown.map((at) => (
                  <Head key={at} column={columns[at]!} table={table} query={query} />
                ))}
                {rows.some(({ links }) => links) && <th scope="col">See</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
                <tr key={index} data-marked={row.isMarked || undefined}>
                  {shown.map((at) =>
                    cellAt && at > 0 ? (
                      <Fragment key={at}>{cellAt(row, at)}</Fragment>
                    ) : (
                      <NumberCell
                        key={at}
                        row={row}
                        at={at}
                        columns={columns}
                        heat={heat[at]![index]}
                        isHighest={heat[at]![index] === Math.max(...heat[at]!.map((shade) => shade ?? 0))}
                        visits={at === firstCount && row.counted ? visitsAt?.(row.counted) : undefined}
                      />
                    ),
                  )}
                  {row.links && <Links links={row.links} of={row.cells[0]!} />}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {heat.some((shades) => shades.some(Boolean)) && (
        <Legend highs={columns.flatMap(({ high }) => high ?? [])} />
      )}
      {note && <p className={styles.note}>{note}</p>}
    </>
  );
  return isFolded ? (
    <details className={styles.folded} aria-labelledby={name}>
      <summary>
        <h2 id={name}>{title}</h2> <small>{inRows(rows.length)}</small>
      </summary>
      {files && <div className={styles.head}>{files}</div>}
      {body}
    </details>
  ) : (
    <section className={styles.part} aria-labelledby={name}>
      <div className={styles.head}>
        <h2 id={name}>{title}</h2>
        {files}
      </div>
      {body}
    </section>
  );
}

/** The legend for the colours of a table's cells. */
export function Legend({ highs }: { highs: readonly High[] }) {
  const has = (high: High) => highs.includes(high);
  return (
    <p className={styles.legend}>
      {has("good") && <span data-high="good">high is good</span>}
      {has("bad") && <span data-high="bad">high is bad</span>}
      {has("neither") && <span data-high="neither">high is neither</span>}
      The darker, the higher in its column.
    </p>
  );
}

function inRows(count: number): string {
  if (count === 0) return "no data";
  return count === 1 ? "1 row" : `${say(count, "count")} rows`;
}

type HeadProps = { table: Table; column: Column; query?: URLSearchParams };

/** The head of a column, which sorts by it. */
function Head({ table, column, query }: HeadProps) {
  if (!query || column.unit === "trend") {
    return (
      <th scope="col" data-unit={column.unit}>
        {column.name}
      </th>
    );
  }
  const order = orderOf(table, column, query);
  return (
    <th
      scope="col"
      data-unit={column.unit}
      aria-sort={order && (order === "up" ? "ascending" : "descending")}
    >
      <a href={sortAddress(table, column, query)} title="Sort by this column">
        {column.name}
        {order && <span aria-hidden="true">{order === "up" ? " ▲" : " ▼"}</span>}
      </a>
    </th>
  );
}

type CellProps = {
  row: Row;
  at: number;
  columns: Column[];
  heat: number | undefined;
  isHighest: boolean;
  /** The address of the visits that it counts. */
  visits: string | undefined;
};

function NumberCell({ row: { cells, notes = [] }, at, columns, heat, isHighest, visits }: CellProps) {
  const { unit, high } = columns[at]!;
  const Name = at === 0 && unit === "text" ? "th" : "td";
  const hasBounds = columns[at + 1]?.isBound && cells[at] !== null && cells[at + 1] !== null;
  return (
    <Name
      scope={Name === "th" ? "row" : undefined}
      data-unit={unit}
      data-heat={heat}
      data-high={heat && high}
      data-highest={(heat && isHighest) || undefined}
    >
      {visits && cells[at] !== 0 ? (
        <a href={visits}>{formatCell(cells[at]!, unit)}</a>
      ) : unit === "trend" ? (
        <Trend counts={String(cells[at])} />
      ) : (
        formatCell(cells[at]!, unit)
      )}
      {hasBounds && (
        <small>
          {formatCell(cells[at + 1]!, unit)}
          {cells[at + 2] === null ? " or more" : ` to ${formatCell(cells[at + 2]!, unit)}`}
        </small>
      )}
      {at === 0 && notes.slice(0, mostNotes).map((note) => <small key={note}>{note}</small>)}
      {at === 0 && notes.length > mostNotes && <small>and {notes.length - mostNotes} more notes</small>}
    </Name>
  );
}

function Links({ links, of }: { links: NonNullable<Row["links"]>; of: Cell }) {
  return (
    <td className={styles.links}>
      {links.map(({ text, href }) => (
        <a key={text} href={href}>
          {text}
          <span className="visually-hidden">: {of}</span>
        </a>
      ))}
    </td>
  );
}

const [width, height] = [112, 28];
/** Room for the thickness of the line. */
const edge = 2;

/** Counts that follow one another, as a small line. @param counts `12 9 14` */
function Trend({ counts }: { counts: string }) {
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

/** Names of the formats that tables can be downloaded in. */
const formats: Record<TableFormat, string> = { csv: "CSV", parquet: "Parquet" };

/** Links to download a table. @param at URL of the file in a format */
export function FileLinks({ title, at }: { title: string; at: (format: TableFormat) => string }) {
  return Object.entries(formats).map(([format, name]) => (
    <a key={format} href={at(format as TableFormat)} download aria-label={`${title} as ${name}`}>
      {name}
    </a>
  ));
}
