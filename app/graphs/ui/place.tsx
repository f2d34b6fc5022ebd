import { editorAddress } from "../../ui/editor-address.ts";

/** A file and line; in development, when the project's folder is known, a link that opens it in the editor. */
export function Place({ file, line, root }: { file: string; line: number; root?: string }) {
  const place = (
    <code>
      {file}:{line}
    </code>
  );
  return root ? <a href={editorAddress(root, file, line)}>{place}</a> : place;
}
