import type { BatchView, PlanContext } from "../domain/answers.ts";
import { type Platform, platforms } from "../domain/change.ts";
import { fileText } from "./file-text.ts";
import type { Prompts } from "./prompts.ts";
import { envelope, type Hiding, render, shown, shownPath, shuffled, speech } from "./shown.ts";

export interface BatchStyle {
  readonly prompts: Prompts;
  readonly mask: Hiding;
  /** Name of the seat: each seat reads the files in an order of its own. */
  readonly seat: string;
  /** `auto` picks by path; a list from the settings replaces that. */
  readonly platforms: "auto" | readonly Platform[];
}

const longestDescription = 4_000;
const longestInstructions = 20_000;
/** The list is shortened by whole files before it gets here. */
const longestElsewhere = 8_000;

/**
 * The batch text of a seat: rules of the platforms, instructions of the maintainers, changed symbols of other batches, the files. It depends on
 * nothing else of the view, so every stage of a seat on a batch sends the same bytes. Title, branch, commits and author of the change are not in
 * it (H02).
 */
export function renderBatch(view: BatchView, { prompts, mask, seat, platforms: chosen }: BatchStyle): string {
  const { instructions, description = "", elsewhere = "", batch } = view;
  const rules = platformsFor(view, chosen).flatMap((platform) => prompts.platforms.get(platform) ?? []);
  const guidance = [
    ...guidanceOf(prompts.parts.instructions, "instructions", instructions, longestInstructions, mask),
    ...guidanceOf(prompts.parts.description, "description", description, longestDescription, mask),
    ...guidanceOf(prompts.parts.elsewhere, "symbols", elsewhere, longestElsewhere, mask),
  ];
  const files = batch.parts.map((part) => envelope("file", fileText(part, mask))).sort();
  return render(prompts.parts.batch, {
    platforms: rules.join("\n\n"),
    guidance: guidance.map((text) => `\n${text}\n`).join(""),
    files: shuffled(files, [seat, ...files].join("\n")).join("\n\n"),
  });
}

/** In the order of the list, `general` last. */
function platformsFor({ batch }: BatchView, chosen: BatchStyle["platforms"]): Platform[] {
  const wanted = chosen === "auto" ? batch.parts.flatMap(({ file }) => platformsOf(file.path)) : chosen;
  return platforms.filter((platform) => platform === "general" || wanted.includes(platform));
}

function guidanceOf(template: string, kind: string, text: string, longest: number, mask: Hiding): string[] {
  if (text.trim() === "") return [];
  return [render(template, { [kind]: envelope(kind, speech(text.trim(), mask, longest)) })];
}

const extensions = {
  flutter: ["dart"],
  android: ["kt", "kts", "gradle"],
  ios: ["swift", "plist", "m", "mm", "entitlements", "storyboard", "xib", "xcconfig", "pbxproj"],
  backend: ["py", "go", "java", "rb", "php", "cs", "rs", "sql", "ex", "exs", "scala", "proto", "graphql"],
  web: ["tsx", "jsx", "html", "htm", "css", "scss", "less", "vue", "svelte", "astro"],
  general: [],
} satisfies Record<Platform, readonly string[]>;

const names: Readonly<Record<string, Platform>> = {
  "pubspec.yaml": "flutter",
  "androidmanifest.xml": "android",
  "gradle.properties": "android",
  podfile: "ios",
};

const scripts = ["ts", "mts", "cts", "js", "mjs", "cjs"];
const serverFolders = ["server", "api", "backend"];

/** The platforms whose rules apply to a file, by its path; `general` always. */
export function platformsOf(path: string): Platform[] {
  const folders = path.toLowerCase().split("/");
  const name = folders.pop() ?? "";
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const script = folders.some((folder) => serverFolders.includes(folder)) ? "backend" : "web";
  return platforms.filter(
    (platform) =>
      platform === "general" ||
      extensions[platform].some((one) => one === extension) ||
      (Object.hasOwn(names, name) && names[name] === platform) ||
      (platform === script && scripts.includes(extension)) ||
      (platform === "android" && extension === "java" && folders.includes("android")),
  );
}

const longestWords = 20_000;

/** The start of every request of a seat about one question: the question and its context, all of it as data. */
export function renderPlanContext(context: PlanContext, { parts }: Prompts, mask: Hiding): string {
  const { question, thread, guide, map, files, diff } = context;
  const words = (kind: string, text: string): string => envelope(kind, speech(text.trim(), mask, longestWords));
  const paths = envelope("paths", map.map((path) => shownPath(path, mask)).join("\n"));
  const texts = files.map(({ path, text }) =>
    envelope("file", `path: ${shownPath(path, mask)}\n\n${shown(text, mask)}`),
  );
  const changes = diff.map((part) => envelope("file", fileText(part, mask)));
  const around = [
    ...(thread.trim() === "" ? [] : [render(parts.planThread, { thread: words("thread", thread) })]),
    ...(guide.trim() === "" ? [] : [render(parts.instructions, { instructions: words("instructions", guide) })]),
    ...(map.length === 0 ? [] : [render(parts.planMap, { map: paths })]),
    ...(texts.length === 0 ? [] : [render(parts.planFiles, { files: texts.join("\n\n") })]),
    ...(changes.length === 0 ? [] : [render(parts.planDiff, { diff: changes.join("\n\n") })]),
  ];
  return render(parts.planContext, {
    question: words("question", question),
    around: around.map((text) => `\n${text}\n`).join(""),
  });
}
