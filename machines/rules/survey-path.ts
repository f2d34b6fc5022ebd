/** A path as the specification's path rules read it: slashes removed, lower case (ruling 8). */
export function strippedPath(path: string): string {
  return path.toLowerCase().replaceAll("/", "");
}

/**
 * True when the path, as it is or without its slashes, contains `part`, whatever the letter case.
 * @param part lower case, without a slash: what the path contains as it is, it contains without slashes too
 */
export function pathContains(path: string, part: string): boolean {
  return strippedPath(path).includes(part);
}

const spanishPaths = ["surveyes", "surveyv4nv-es"];

/** The paths of the Spanish survey, exactly these (spec 2.4; ruling 34). */
export function isSpanishPath(path: string): boolean {
  return spanishPaths.includes(strippedPath(path));
}
