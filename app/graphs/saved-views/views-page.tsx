import controls from "../ui/controls.module.css";
import { GraphLayout } from "../ui/graph-layout.tsx";
import kept from "../ui/kept.module.css";
import { SaveForm } from "./save-form.tsx";
import { longestName, type ViewLink } from "./view-link.ts";

/** A rejected form, with why. Its id is empty for a new view. */
export type RefusedView = { id: string; name: string; page?: string; query?: string; wrong: string };

type Props = { code: string; views: readonly ViewLink[]; refused?: RefusedView };

export function ViewsPage({ code, views, refused }: Props) {
  const isNew = refused?.id === "";
  return (
    <GraphLayout
      title={`Saved views of ${code}`}
      chart={{ code, page: "views", isSurvey: true }}
      lead="Named filters for this survey’s pages, shared with everyone who has access to its numbers. A view stores the filters, not the numbers: it always opens with current data."
    >
      {isNew && refused.page === undefined && (
        <p role="alert" className={kept.refused}>
          Nothing was saved. {refused.wrong}
        </p>
      )}
      {isNew && refused.page !== undefined && (
        <SaveForm code={code} page={refused.page} query={refused.query ?? ""} refused={refused} />
      )}
      {refused && !isNew && !views.some(({ id }) => id === refused.id) && (
        <p role="alert" className={kept.refused}>
          {refused.wrong}
        </p>
      )}
      {views.length === 0 ? (
        <p className={kept.empty}>
          No saved views yet. Open <a href={`/graphs/${code}/numbers`}>Numbers</a>, choose filters, and save
          the view there.
        </p>
      ) : (
        <ul className={kept.list}>
          {views.map((view) => (
            <View key={view.id} view={view} refused={refused?.id === view.id ? refused : undefined} />
          ))}
        </ul>
      )}
    </GraphLayout>
  );
}

function View({
  view: { id, name, href, page, asks, saved },
  refused,
}: {
  view: ViewLink;
  refused?: RefusedView;
}) {
  const field = `name-${id}`;
  return (
    <li>
      <p>
        <a href={href} className={kept.name}>
          {name}
        </a>
      </p>
      <p className={kept.note}>
        {page}
        {asks && `: ${asks}`}
      </p>
      <p className={kept.note}>{saved}</p>
      <details open={refused !== undefined}>
        <summary>
          Rename or delete<span className="visually-hidden"> {name}</span>
        </summary>
        <form method="post" className={`${kept.form} ${controls.controls}`}>
          <input type="hidden" name="id" value={id} />
          <p>
            <label htmlFor={field}>Name</label>
            <input
              id={field}
              name="name"
              defaultValue={refused?.name ?? name}
              maxLength={longestName}
              required
              aria-invalid={refused ? true : undefined}
              aria-describedby={refused ? `${field}-error` : undefined}
            />
            {refused && (
              <span id={`${field}-error`} role="alert" className={kept.wrong}>
                {refused.wrong}
              </span>
            )}
          </p>
          <button type="submit" name="intent" value="rename">
            Rename
          </button>
        </form>
        <form method="post" className={kept.delete}>
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="intent" value="delete">
            Delete<span className="visually-hidden"> {name}</span>
          </button>
        </form>
      </details>
    </li>
  );
}
