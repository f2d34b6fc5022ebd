import type { ReactNode } from "react";
import { Frame } from "../../console/ui/console-layout.tsx";
import parts from "../../console/ui/parts.module.css";
import styles from "./buyer-portal.module.css";
import { invoicesPage, leadsPage, returnsPage, salesPage, termsPage } from "./feature.ts";
import type { Month, Whose } from "./load.ts";

const links = [
  { href: leadsPage, name: "Leads" },
  { href: salesPage, name: "Sales" },
  { href: returnsPage, name: "Returns" },
  { href: invoicesPage, name: "Invoices" },
  { href: termsPage, name: "Terms" },
];

type Props = { whose: Whose; title: string; page: string; lead?: ReactNode; children: ReactNode };

/** Frame of a buyer's pages: the house whose leads they are, and the buyer who sees its own. */
export function BuyerLayout({ whose: { name, buyer, house }, ...page }: Props) {
  return <Frame {...page} brand={house} links={links} name={name} role={buyer} />;
}

/** The months before and after, around the one that is shown. */
export function Months({ month: { text, fault, earlier, later } }: { month: Month }) {
  return (
    <nav className={styles.months} aria-label="Months">
      {fault && (
        <p role="alert" className={parts.bad}>
          {fault}
        </p>
      )}
      <a className={parts.button} href={earlier}>
        Earlier<span className="visually-hidden"> month</span>
      </a>
      <strong>{text}</strong>
      {later && (
        <a className={parts.button} href={later}>
          Later<span className="visually-hidden"> month</span>
        </a>
      )}
    </nav>
  );
}
