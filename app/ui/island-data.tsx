/**
 * The data with which an island continues the server's page. JSON with "<" escaped; never run.
 * @param island its name, where this data is all there is of it
 */
export function IslandData({ id, data, island }: { id: string; data: unknown; island?: string }) {
  const __html = JSON.stringify(data).replaceAll("<", "\\u003c");
  const type = "application/json";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <script type={type} id={id} data-island={island} dangerouslySetInnerHTML={{ __html }} />;
}

export function islandData<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)!.textContent!) as Data;
}
