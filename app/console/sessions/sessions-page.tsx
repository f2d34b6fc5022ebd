import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import { PostForm } from "../ui/forms.tsx";
import parts from "../ui/parts.module.css";

type Session = { id: string; person: string; since: string; until: string; browser: string; isOwn: boolean };

/** The open sessions, with a button to end each. */
export function SessionsPage({ viewer, sessions }: { viewer: Signed; sessions: readonly Session[] }) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Sessions"
      page="/console/sessions"
      lead="A session ends twelve hours after its sign-in, or at once when you end it here."
    >
      <ul className={`${parts.rows} ${parts.sessions}`}>
        {sessions.map(({ id, person, since, until, browser, isOwn }) => (
          <li key={id}>
            <div>
              <strong>{person}</strong> {isOwn && <span className={parts.good}>this browser</span>}
              <p className={parts.soft}>
                Signed in {since}, ends {until}
              </p>
              <p className={parts.soft}>{browser}</p>
            </div>
            <PostForm>
              <input type="hidden" name="session" value={id} />
              <button type="submit" className={parts.button}>
                End
                <span className="visually-hidden">
                  {" "}
                  the session of {person} since {since}
                </span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </ConsoleLayout>
  );
}
