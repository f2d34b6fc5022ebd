import styles from "./number-table.module.css";
import { formatCell, type Table } from "./table.ts";

type Props = {
  table: Table;
  /** Where the same is as a file for spreadsheets. */
  csv: string;
};

/** A table in a window that scrolls sideways on a phone; marked rows say so in words as well. */
export function NumberTable({ table: { name, title, note, columns, rows }, csv }: Props) {
  return (
    <section className={styles.part} aria-labelledby={name}>
      <div className={styles.head}>
        <h2 id={name}>{title}</h2>
        {rows.length > 0 && (
          <a href={csv} download aria-label={`${title} as CSV`}>
            CSV
          </a>
        )}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {rows.length === 0 ? (
        <p className={styles.note}>None.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={`${title}, table, scrollable`}>
          <table className={styles.table} data-table={name}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" data-unit={column.unit}>
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ cells, isMarked }, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
                <tr key={row} data-marked={isMarked || undefined}>
                  {cells.map((cell, column) => {
                    const { unit, name: key } = columns[column]!;
                    const Cell = column === 0 && unit === "text" ? "th" : "td";
                    return (
                      <Cell key={key} scope={Cell === "th" ? "row" : undefined} data-unit={unit}>
                        {formatCell(cell, unit)}
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
