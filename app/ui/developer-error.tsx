/** While developing: what failed, where, and what finds its cause. A visitor never sees it. */
export function DeveloperError({ error }: { error: Error }) {
  return (
    <main id="main">
      <h1>This page failed</h1>
      <p>
        <strong>
          {error.name}: {error.message}
        </strong>
      </p>
      <p>
        Where a chart, a question or a rule was edited, <code>npm run tool -- lint</code> names the file, the
        line and the remedy. A target or guard that does not exist is also found by{" "}
        <code>npm run typecheck</code>.
      </p>
      <pre>{error.stack}</pre>
    </main>
  );
}
