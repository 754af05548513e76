import { type Platform, platforms } from "../domain/change.ts";

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
