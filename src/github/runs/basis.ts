import type { CheckSubject } from "../../domain/github/own-posts.ts";
import type { BaseFiles } from "../../domain/ports.ts";
import { basePaths } from "../../panel/choosing/base.ts";
import { constitutionsFolder } from "../../panel/choosing/constitutions.ts";
import { ownPersonasFolder } from "../../panel/choosing/personas.ts";
import { ownRulesFolder } from "../../panel/choosing/rule-files.ts";
import { strayNames } from "../../settings/place.ts";
import { remoteBaseFiles } from "../client/base-files.ts";
import type { GitHub } from "../client/client.ts";
import { readMergeBase } from "../client/pull-request.ts";
import { readBaseSettings } from "./base-settings.ts";
import type { Basis, CommitRun, GitHubRunOptions } from "./run.ts";

/** A run that begins now. */
export function commitRun<Of extends CheckSubject>(known: Omit<CommitRun<Of>, "startedAt" | "basis">): CommitRun<Of> {
  const { options, github, subject } = known;
  return { ...known, startedAt: options.now(), basis: basisReader(github, subject, options) };
}

/** Reads the basis once, when it is first needed. */
export function basisReader(
  github: GitHub,
  { repo, base, head }: CheckSubject,
  options: GitHubRunOptions,
): CommitRun["basis"] {
  let reading: Promise<Basis> | undefined;
  return (signal) => {
    reading ??= (async () => {
      const mergeBase = await readMergeBase(github, repo, base.sha, head.sha, signal);
      const files = baseFilesAt(github, repo, base.sha, options);
      return { mergeBase, files, base: await readBaseSettings(files, options, signal) };
    })();
    return reading;
  };
}

/** One request reads every file of the base that a review uses. */
export function baseFilesAt(github: GitHub, repo: string, revision: string, options: GitHubRunOptions): BaseFiles {
  const folders = [ownRulesFolder, constitutionsFolder, ownPersonasFolder];
  const prefetch = { paths: [options.configPath, ...basePaths, ...strayNames], folders };
  return remoteBaseFiles(github, { repo, revision, prefetch });
}
