import kept from "../ui/kept.module.css";
import { SaveForm } from "./save-form.tsx";
import { longestQuery, type ViewLink } from "./view-link.ts";

type Props = {
  code: string;
  page: string;
  query: URLSearchParams;
  views: readonly ViewLink[];
};

export function ViewBar({ code, page, query, views }: Props) {
  const asked = query.toString();
  return (
    <details className={kept.bar}>
      <summary>Saved views ({views.length})</summary>
      {views.length > 0 && (
        <ul className={kept.links}>
          {views.map(({ id, href, name }) => (
            <li key={id}>
              <a href={href}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      {asked.length > longestQuery ? (
        <p className={kept.note}>This view has too many filters to be saved.</p>
      ) : (
        <SaveForm code={code} page={page} query={asked} />
      )}
      {views.length > 0 && (
        <p>
          <a href={`/graphs/${code}/views`}>Rename or delete</a>
        </p>
      )}
    </details>
  );
}
