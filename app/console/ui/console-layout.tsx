import type { ReactNode } from "react";
import type { Role } from "../../../services/console/roles.ts";
import { pageFeatures } from "../../features.ts";
import styles from "./console-layout.module.css";

/** The signed-in person, as pages show them. */
export type Signed = {
  name: string;
  role: Role;
  /** On pages with buttons for some roles only: whether this one may press them. */
  mayPress?: boolean;
};

type Props = {
  viewer: Signed;
  title: string;
  /** Address of the page in the menu that this one belongs to. */
  page: string;
  /** A sentence or two below the heading. */
  lead?: ReactNode;
  children: ReactNode;
};

/** From the role that sees least to the one that sees everything. */
const everybody: readonly Role[] = ["charts", "numbers", "leads-masked", "leads"];
const masked: readonly Role[] = ["leads-masked", "leads"];

/** The pages, with the roles that see each. */
const ofCore: readonly { href: string; name: string; roles: readonly Role[] }[] = [
  { href: "/console", name: "Inbox", roles: masked },
  { href: "/console/deliveries", name: "Deliveries", roles: masked },
  { href: "/console/health", name: "Health", roles: masked },
  { href: "/console/settings", name: "Settings", roles: masked },
  { href: "/console/privacy", name: "Privacy", roles: ["leads"] },
  { href: "/graphs/", name: "Charts", roles: everybody },
  { href: "/console/sessions", name: "Sessions", roles: everybody },
];

const ofFeatures = pageFeatures.flatMap(({ inConsole = [] }) =>
  inConsole.map(({ href, text, sees, after }) => {
    const roles = everybody.slice(everybody.indexOf(sees));
    return { after, entry: { href, name: text, roles } };
  }),
);

const hrefs = new Set([...ofCore, ...ofFeatures.map(({ entry }) => entry)].map(({ href }) => href));

/** What stands behind an entry; undefined: what stands last, for it names none, or one whose feature is not there. */
const behind = (href?: string): typeof ofCore =>
  ofFeatures
    .filter(({ after }) => (after && hrefs.has(after) ? after : undefined) === href)
    .flatMap(({ entry }) => [entry, ...behind(entry.href)]);

const menu = [...ofCore.flatMap((entry) => [entry, ...behind(entry.href)]), ...behind()];

/** Frame of the console's pages. */
export function ConsoleLayout({ viewer: { name, role }, ...page }: Props) {
  const links = menu.filter(({ roles }) => roles.includes(role));
  return <Frame {...page} brand="Claimpath console" links={links} name={name} role={roleWords[role]} />;
}

type FrameProps = Omit<Props, "viewer"> & {
  brand: string;
  links: readonly { href: string; name: string }[];
  /** The signed-in person, and what they see, in a word or two. */
  name: string;
  role: string;
};

/** Skip link, menu, the signed-in person, heading: for people of the company and of buyers. */
export function Frame({ brand, links, name, role, title, page, lead, children }: FrameProps) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <header className={styles.header}>
        <a className={styles.brand} href={links[0]!.href}>
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <rect width="40" height="40" rx="10" />
            <path d="M11 30c0-9 18-7 18-16m-5.5 0 5.5-5.5 5.5 5.5" />
          </svg>
          {brand}
        </a>
        <nav aria-label="Console">
          <ul className={styles.links}>
            {links.map(({ href, name }) => (
              <li key={href}>
                <a href={href} aria-current={href === page ? "page" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <form method="post" action="/console/sign-in" className={styles.signed}>
          <span>
            {name} <span className={styles.role}>({role})</span>
          </span>
          <button type="submit" name="intent" value="sign-out">
            Sign out
          </button>
        </form>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </main>
    </>
  );
}

/** What each role may see, in a word or two. */
export const roleWords: Record<Role, string> = {
  charts: "charts",
  numbers: "charts and numbers",
  "leads-masked": "leads, masked",
  leads: "leads",
};
