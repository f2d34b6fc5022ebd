import { useContext } from "react";
import { PageShell } from "../page-shell.tsx";
import type { Company } from "../survey/page-data.ts";
import { NotFound } from "./not-found.tsx";
import { PhoneLink } from "./phone-link.tsx";
import styles from "./prose.module.css";
import { SiteLayout } from "./site-layout.tsx";

/** What a visitor sees instead of a page: an unknown address, or our own mistake. */
export function ErrorPage({ status }: { status: number }) {
  // No loader runs after an action that failed, the root's neither.
  const company = useContext(PageShell).company!;
  return (
    <SiteLayout company={company}>
      {status === 404 ? <NotFound /> : <Failure phone={company.phone} />}
    </SiteLayout>
  );
}

function Failure({ phone }: { phone: Company["phone"] }) {
  return (
    <div className={styles.prose}>
      <h1>This did not work</h1>
      <p className={styles.lead}>We could not take what was sent. Please go back and try again.</p>
      <p>
        You can also call us: <PhoneLink phone={phone} />
      </p>
    </div>
  );
}
