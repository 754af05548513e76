import picomatch from "picomatch";
import type { ChangedFile } from "../domain/change.ts";
import { rulesOnly } from "../domain/review.ts";

/** Path → why models do not read it. Fixed lists only: nothing inside a file may hide it from review (design §4.0). */
const unread: readonly (readonly [reason: string, globs: readonly string[]])[] = [
  [
    "lock file",
    [
      "**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,deno.lock}",
      "**/{Cargo.lock,go.sum,poetry.lock,uv.lock,Pipfile.lock,Gemfile.lock,composer.lock,pubspec.lock,Podfile.lock,gradle.lockfile,flake.lock}",
    ],
  ],
  ["vendored", ["**/{node_modules,vendor,third_party,Pods}/**"]],
  ["generated", ["**/*.{min.js,min.css,map,pb.go,g.dart,freezed.dart}", "**/*_pb2.py", "**/*_pb2_grpc.py"]],
];

export type Reading =
  | { readonly state: "read" }
  /** Not sent to models; rule engines still scan it. */
  | { readonly state: "rules-only"; readonly reason: string }
  /** No seat looks at it: the maintainers said so in the base configuration, or there is no text. */
  | { readonly state: "excluded"; readonly reason: string };

/** Decides per file who reads it. `ignore` are the base configuration's globs; the head's own words are never asked. */
export function triage(ignore: readonly string[]): (file: ChangedFile) => Reading {
  const ignored = picomatch([...ignore], { dot: true });
  const lists = unread.map(([reason, globs]) => ({ reason, matches: picomatch([...globs], { dot: true }) }));
  return (file) => {
    if (ignore.length > 0 && ignored(file.path))
      return { state: "excluded", reason: "ignored by the base configuration" };
    const isShown = file.unreviewed !== undefined || file.hunks.length > 0;
    if (file.kind === "binary" && !isShown) return { state: "excluded", reason: "binary" };
    const listed = lists.find(({ matches }) => matches(file.path));
    return listed === undefined ? { state: "read" } : { state: "rules-only", reason: `${listed.reason}: ${rulesOnly}` };
  };
}
