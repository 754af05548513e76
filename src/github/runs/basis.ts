import type { CheckSubject } from "../../domain/github/own-posts.ts";
import type { BaseFiles } from "../../domain/ports.ts";
import { basePaths } from "../../panel/choosing/base.ts";
import { constitutionsFolder } from "../../panel/choosing/constitutions.ts";
import { ownPersonasFolder } from "../../panel/choosing/personas.ts";
import { ownRulesFolder } from "../../panel/choosing/rule-files.ts";
import { strayNames } from "../../settings/place.ts";
import { type AskedAtBase, type FoundAtBase, remoteBaseFiles } from "../client/base-files.ts";
import type { GitHub } from "../client/client.ts";
import { compareCommits } from "../client/pull-request.ts";
import { readBaseSettings } from "./base-settings.ts";
import type { Basis, CommitRun, GitHubRunOptions } from "./run.ts";

/** A run that begins now. */
export function commitRun<Of extends CheckSubject>(known: Omit<CommitRun<Of>, "startedAt" | "basis">): CommitRun<Of> {
  const { options, github, subject } = known;
  return { ...known, startedAt: options.now(), basis: basisReader(github, subject, options) };
}

/** Reads the basis once, when it is first needed. `known`: its files, if another query brought them. */
export function basisReader(
  github: GitHub,
  { repo, base, head }: CheckSubject,
  options: GitHubRunOptions,
  known?: FoundAtBase,
): CommitRun["basis"] {
  let reading: Promise<Basis> | undefined;
  return (signal) => {
    reading ??= (async () => {
      const compared = await compareCommits(github, repo, base.sha, head.sha, signal);
      const files = baseFilesAt(github, repo, base.sha, options, known);
      return { ...compared, files, base: await readBaseSettings(files, options, signal) };
    })();
    return reading;
  };
}

export function baseFilesAt(
  github: GitHub,
  repo: string,
  revision: string,
  options: GitHubRunOptions,
  known?: FoundAtBase,
): BaseFiles {
  return remoteBaseFiles(github, { repo, revision }, usedOfBase(options), known);
}

/** Every file of the base that a review uses: one request brings them. */
export function usedOfBase({ configPath }: GitHubRunOptions): AskedAtBase {
  const folders = [ownRulesFolder, constitutionsFolder, ownPersonasFolder];
  return { paths: [configPath, ...basePaths, ...strayNames], folders };
}
