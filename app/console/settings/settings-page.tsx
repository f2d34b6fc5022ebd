import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import parts from "../ui/parts.module.css";
import type { SettingsData, StateRow } from "./load.ts";
import styles from "./settings-page.module.css";

/** The site's settings and their sources, read-only; they are changed in a file. */
export function SettingsPage({
  viewer,
  receivers,
  services,
  files,
  pages,
  groups,
  file,
  variables,
}: SettingsData & { viewer: Signed }) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Settings"
      page="/console/settings"
      lead={
        <>
          To change a setting, write it into <code>{file || "claimpath.yaml"}</code>
          {file === "" && " in the site's folder"} and restart the site; words, page flags, experiments and
          the phone number are taken up within seconds. Secrets, addresses and ports are variables, as{" "}
          <code>NAME=value</code> in <code>{variables || ".env"}</code>. Secrets are never shown, and of
          addresses only the host.
        </>
      }
    >
      <h2>Receivers of leads</h2>
      <States rows={receivers} />
      <h2>Outside services</h2>
      <States rows={services} />
      <h2>Files</h2>
      {files.length === 0 ? <p className={parts.empty}>No file is in use.</p> : <States rows={files} />}
      {pages.length > 0 && (
        <>
          <h2>Survey pages with settings of their own</h2>
          <ul className={parts.rows}>
            {pages.map(({ path, text }) => (
              <li key={path} className={styles.row}>
                <a href={path}>{path}</a>
                <span className={styles.text}>{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>All settings</h2>
      {groups.map(({ title, changed, settings }) => (
        <details key={title} className={styles.group}>
          <summary>
            {title} <span className={parts.soft}>{changed === 0 ? "all default" : `${changed} set`}</span>
          </summary>
          <dl>
            {settings.map(({ name, value, source, isDefault, about }) => (
              <div key={name} className={isDefault ? undefined : styles.changed}>
                <dt>{name}</dt>
                <dd className={styles.value}>
                  {value} <span className={parts.soft}>{source}</span>
                </dd>
                <dd className={styles.about}>{about}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </ConsoleLayout>
  );
}

function States({ rows }: { rows: readonly StateRow[] }) {
  return (
    <ul className={parts.rows}>
      {rows.map(({ name, state, tone, text }) => (
        <li key={name} className={styles.row}>
          <strong>{name}</strong>
          <span className={parts[tone]}>{state}</span>
          <span className={styles.text}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
