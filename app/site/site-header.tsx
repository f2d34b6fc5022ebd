import type { Company } from "../survey/page-data.ts";
import { CallLink } from "./call-link.tsx";
import styles from "./header.module.css";
import { navLinks } from "./links.ts";
import { Logo } from "./logo.tsx";

/** Header and navigation of a site page (specification section 2.2). */
export function SiteHeader({ company }: { company: Company }) {
  return (
    <header className={styles.site}>
      <div className={styles.row}>
        <Logo siteName={company.siteName} />
        <nav className={styles.nav} aria-label="Main">
          {navLinks.map(({ title, url }) => (
            <a key={url} className={styles.link} href={url}>
              {title}
            </a>
          ))}
        </nav>
        <CallLink phone={company.phone} label="Click to Call" />
        <a className={styles.action} href="/contact/">
          File your claim today
        </a>
      </div>
    </header>
  );
}
