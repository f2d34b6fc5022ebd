import controls from "../ui/controls.module.css";
import kept from "../ui/kept.module.css";
import { longestName } from "./view-link.ts";
import type { RefusedView } from "./views-page.tsx";

type Props = { code: string; page: string; query: string; refused?: RefusedView };

export function SaveForm({ code, page, query, refused }: Props) {
  return (
    <form
      method="post"
      action={`/graphs/${code}/views`}
      aria-label="Save this view"
      className={`${kept.form} ${controls.controls}`}
    >
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="query" value={query} />
      <p>
        <label htmlFor="view-name">Name for this view</label>
        <input
          id="view-name"
          name="name"
          defaultValue={refused?.name}
          maxLength={longestName}
          required
          aria-invalid={refused ? true : undefined}
          aria-describedby={refused ? "view-name-error" : undefined}
        />
        {refused && (
          <span id="view-name-error" role="alert" className={kept.wrong}>
            {refused.wrong}
          </span>
        )}
      </p>
      <button type="submit" name="intent" value="save">
        Save view
      </button>
    </form>
  );
}
