import { Fragment } from "react";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, LongField, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { listPage } from "./feature.ts";
import type { ChangeRow, ListData, Pressed, QuestionData, SetRow } from "./load.ts";
import type { Preview } from "./load-previews.ts";
import styles from "./words-page.module.css";

type ListProps = ListData & { viewer: Signed; done?: Pressed | undefined };

/** All questions of a language and what is said around them, with what of it is the owner's, and every change. */
export function ListPage({
  viewer,
  language,
  languages,
  search,
  questions,
  around,
  sets,
  missing,
  changes,
  done,
}: ListProps) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Words"
      page={listPage}
      lead="What surveys ask, and what the site says around that, in its own words: change them, look at the screens, and take them up."
    >
      <Outcome done={done} back={listPage} />
      <form className={styles.search}>
        <div>
          <label htmlFor="search">Words, a question’s name or a survey</label>
          <input id="search" name="search" type="search" defaultValue={search} maxLength={100} />
        </div>
        <div>
          <label htmlFor="language">Language</label>
          <select id="language" name="language" defaultValue={language}>
            {languages.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className={parts.button}>
          Search
        </button>
      </form>
      {questions.length + around.length === 0 && <p className={parts.empty}>Nothing has that in it.</p>}
      <Rows rows={questions} />
      {around.length > 0 && <h2>Around the questions</h2>}
      <Rows rows={around} />
      {(sets.length > 0 || missing.length > 0) && <Sets sets={sets} missing={missing} />}
      <h2>Changes</h2>
      {changes.length === 0 ? (
        <p className={parts.empty}>Nothing was changed yet: all words are as they are shipped.</p>
      ) : (
        <ol className={parts.rows}>
          {changes.map((change) => (
            <Change key={change.number} {...change} mayPress={viewer.mayPress === true} done={done} />
          ))}
        </ol>
      )}
    </ConsoleLayout>
  );
}

function Rows({ rows }: { rows: ListData["questions"] }) {
  return (
    <ul className={parts.rows}>
      {rows.map(({ name, href, heading, about, changed }) => (
        <li key={name} className={styles.row}>
          <a href={href}>{heading}</a>
          <p className={parts.soft}>{about}</p>
          {changed.map(({ href: own, text }) => (
            <p key={text}>
              <span className={parts.good}>{own === "" ? text : <a href={own}>{text}</a>}</span>
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The sets of words of experiments' arms, and the arms that have none. */
function Sets({ sets, missing }: { sets: readonly SetRow[]; missing: readonly string[] }) {
  return (
    <>
      <h2>Sets for experiments</h2>
      {missing.map((text) => (
        <Said key={text} text={text} isRefused />
      ))}
      <ul className={`${parts.rows} ${styles.sets}`}>
        {sets.map(({ name, href, says, arms }) => (
          <li key={name} className={styles.row}>
            <a href={href}>{name}</a>
            <p className={parts.soft}>
              {says}; said by {arms}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What came of a press: a sentence, or the screens that it would change, to be confirmed. */
function Outcome({ done, back }: { done: Pressed | undefined; back: string }) {
  const isWrong = Object.keys(done?.faults ?? {}).length > 0;
  return (
    <>
      <Said text={done?.text || (isWrong ? "Nothing was changed: see below." : undefined)} isRefused />
      <LookAgain look={done?.look} back={back}>
        {done?.previews.map((preview) => (
          <Screens key={preview.key} preview={preview} />
        ))}
      </LookAgain>
    </>
  );
}

/** An attribute that React 18's types lack. */
const inert = { inert: "" };

function Screens({ preview: { heading, before, after, isText } }: { preview: Preview }) {
  const shown = [
    ["Now", before],
    ["Then", after],
  ] as const;
  return (
    <section className={styles.preview} aria-label={heading}>
      <h3>{heading}</h3>
      <div className={styles.pair}>
        {shown.map(([when, it]) => (
          <figure key={when}>
            <figcaption>
              {isText ? (
                when
              ) : (
                <a href={it}>
                  {when}
                  <span className="visually-hidden">: {heading}</span>
                </a>
              )}
            </figcaption>
            {isText ? (
              <p className={styles.sent}>{it}</p>
            ) : (
              <div className={styles.phone}>
                <iframe src={it} title={`${when}: ${heading}`} loading="lazy" {...inert} />
              </div>
            )}
          </figure>
        ))}
      </div>
    </section>
  );
}

type ChangeProps = ChangeRow & { mayPress: boolean; done: Pressed | undefined };

function Change({ number, by, reason, what, more, canUndo, mayPress, done }: ChangeProps) {
  const field = `undo-${number}`;
  return (
    <li className={styles.row}>
      <strong>Change {number}</strong> <span className={parts.soft}>by {by}</span>
      {reason && <p>{reason}</p>}
      <ul>
        {what.map(({ key, href, of, place, from, to }) => (
          <li key={key}>
            <a href={href}>{of}</a>: {place}, “{from}” became “{to}”
          </li>
        ))}
        {more && <li>{more}</li>}
      </ul>
      {canUndo && mayPress && (
        <details open={done?.faults[field] !== undefined} className={styles.details}>
          <summary>
            Undo<span className="visually-hidden"> change {number}</span>
          </summary>
          <PostForm className={styles.undo} action={listPage}>
            <input type="hidden" name="change" value={number} />
            <Field
              id={field}
              name="reason"
              label="Why it is undone"
              maxLength={200}
              defaultValue={done?.given[field] ?? ""}
              fault={done?.faults[field] ?? ""}
            />
            <button type="submit" name="intent" value="undo" className={parts.button}>
              Undo it
            </button>
          </PostForm>
        </details>
      )}
    </li>
  );
}

type QuestionProps = QuestionData & { viewer: Signed; done?: Pressed | undefined };

/** The words of one question, each beside the shipped one. */
export function QuestionPage(props: QuestionProps) {
  const { viewer, address, title, language, about, ups, surveys, done } = props;
  return (
    <ConsoleLayout
      viewer={viewer}
      title={title}
      page={listPage}
      lead={
        <>
          {about}{" "}
          {ups.map(({ text, href }) => (
            <Fragment key={href}>
              <a href={href}>{text}</a> ·{" "}
            </Fragment>
          ))}
          <a href={`${listPage}?language=${language}`}>All questions</a>
        </>
      }
    >
      <Outcome done={done} back={address} />
      {viewer.mayPress ? <Texts {...props} /> : <Shown {...props} />}
      {surveys.length > 0 && (
        <>
          <h2>Other words in one survey</h2>
          <ul className={styles.surveys}>
            {surveys.map(({ code, href }) => (
              <li key={code}>
                <a href={href}>{code}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <OtherSets {...props} />
    </ConsoleLayout>
  );
}

/** The way to what an experiment's arm says instead. */
function OtherSets({ viewer, address, survey, sets, typedSet, setFault }: QuestionProps) {
  if (!sets || (sets.length === 0 && !viewer.mayPress)) return null;
  return (
    <>
      <h2>Other words in an experiment’s arm</h2>
      {sets.length > 0 && (
        <ul className={styles.surveys}>
          {sets.map(({ name, href }) => (
            <li key={name}>
              <a href={href}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      {viewer.mayPress && (
        <form className={styles.set} action={address.replace(/\?.*/, "")}>
          {survey !== "" && <input type="hidden" name="survey" value={survey} />}
          <Field
            id="set"
            name="set"
            label="Name of a set"
            hint="Small letters, digits and hyphens, such as crash: an arm in claimpath.yaml names it."
            defaultValue={typedSet}
            maxLength={32}
            autoComplete="off"
            autoCapitalize="none"
            fault={setFault}
          />
          <button type="submit" className={parts.button}>
            Write its words
          </button>
        </form>
      )}
    </>
  );
}

function Texts({ address, texts, seen, isOwn, set, done }: QuestionProps) {
  const { faults = {}, given = {} } = done ?? {};
  return (
    <PostForm className={styles.texts} action={address}>
      {/* Enter in a field presses a form's first button: that shows the change. */}
      <button type="submit" name="intent" value="save" hidden />
      <input type="hidden" name="seen" value={seen} />
      {texts.map(({ name, label, now, isLong, isOptional, hint }) => {
        const shown = {
          id: name.replaceAll(/[^\w-]/g, "-"),
          name,
          label,
          hint,
          fault: faults[name] ?? "",
          defaultValue: given[name] ?? now,
          required: !isOptional,
          maxLength: 400,
          autoComplete: "off",
        };
        return isLong ? <LongField key={name} {...shown} rows={2} /> : <Field key={name} {...shown} />;
      })}
      <Field
        id="reason"
        name="reason"
        label="Why, without a person’s name"
        defaultValue={given.reason ?? ""}
        maxLength={200}
        fault={faults.reason ?? ""}
      />
      <div className={parts.buttons}>
        <button type="submit" name="intent" value="save" className={`${parts.button} ${parts.strong}`}>
          Look at the screens
        </button>
        {isOwn && (
          <button type="submit" name="intent" value="reset" formNoValidate className={parts.button}>
            {set === "" ? "Back to the shipped words" : "Back to everybody’s words"}
          </button>
        )}
      </div>
    </PostForm>
  );
}

/** For people who may not change words. */
function Shown({ texts }: QuestionProps) {
  return (
    <>
      <OnlySees />
      <ul className={parts.rows}>
        {texts.map(({ name, label, now, hint }) => (
          <li key={name}>
            <strong>{label}</strong> {now} <span className={parts.soft}>{hint}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
