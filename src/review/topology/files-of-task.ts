import picomatch from "picomatch";
import { problemOfGlob } from "../../settings/fields.ts";

/** The changed files that a task is about: the ones in `given`, or else the ones that its text names by path, folder, glob or unique file name. */
export function filesOfTask(
  text: string,
  given: readonly string[] | null | undefined,
  changed: readonly string[],
): string[] {
  const wanted = given == null || given.length === 0 ? wordsIn(text, changed) : given.map((word) => word.trim());
  const tests = wanted.map((word) => testOf(word, changed));
  return changed.filter((path) => tests.some((matches) => matches(path)));
}

/**
 * The words of a text that can be a path: those in quotes or backticks, and those with a slash or an extension. Other words are ordinary ones, such
 * as "test". Paths with spaces are looked for literally.
 */
function wordsIn(text: string, changed: readonly string[]): string[] {
  const quoted = [...text.matchAll(/(?<!\w)(["'`])(?<word>[^"'`\n]+)\1(?!\w)/g)].flatMap(
    ({ groups }) => groups?.["word"] ?? [],
  );
  const words = text.split(/[\s"'`,;:()[\]{}<>]+/).map((word) => word.replace(/\.+$/, ""));
  const spaced = changed.filter((path) => /[\s"'`,;:()[\]{}<>]/.test(path) && text.includes(path));
  return [...spaced, ...quoted.map((word) => word.trim()), ...words.filter((word) => /\/|\.\w+$/.test(word))];
}

function testOf(word: string, changed: readonly string[]): (path: string) => boolean {
  const name = word.replace(/^\.\//, "").replace(/\/(\*\*(\/\*)?)?$/, "");
  if (name === "" || name === "**") return () => false;
  if (changed.includes(name)) return (path) => path === name;
  if (changed.some((path) => path.startsWith(`${name}/`))) return (path) => path.startsWith(`${name}/`);
  // A glob needs a slash or an extension: a star alone in a sentence names nothing.
  // It comes from a model, so one that could take long to match names nothing either.
  if (/[*?]/.test(name) && /[/.]/.test(name))
    return problemOfGlob(name) === null ? picomatch(name, { dot: true }) : () => false;
  const same = changed.filter((path) => path.endsWith(`/${name}`));
  return (path) => same.length === 1 && path === same[0];
}
