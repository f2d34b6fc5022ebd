/** What an island needs to go on from the server's page. JSON with "<" escaped; never run. */
export function IslandData({ id, data }: { id: string; data: unknown }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Reads it in the browser. */
export function islandData<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)!.textContent!) as Data;
}
