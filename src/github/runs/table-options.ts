import { tmpdir } from "node:os";
import { archiveTree } from "../../code/snapshot/archive.ts";
import type { Opening, TreesOf } from "../../code/snapshot/lazy.ts";
import type { Emit } from "../../domain/events.ts";
import type { Journal } from "../../panel/vendors/calls/journal.ts";
import { sourcesOfPulls } from "../../record/memory/cases.ts";
import type { Settings } from "../../settings/settings.ts";
import { downloadArchive } from "../client/base-files.ts";
import type { Basis, CommitRun, GitHubRunOptions } from "./run.ts";

/** Answers are never kept in files: a runner is thrown away, and its workspace may hold the head of the change. */
export function tableOptions(
  { env, offline, detectsPrograms, github: { webUrl = null }, record: { remembered, allPulls } }: GitHubRunOptions,
  { files, base }: Pick<Basis, "files" | "base">,
  settings: Settings,
  emit: Emit,
  journal: Journal | null,
) {
  const { notes } = base;
  const kept = {
    remembered: remembered && ((paths: readonly string[]) => remembered(paths, webUrl)),
    earlierEnds: allPulls && (async () => sourcesOfPulls(await allPulls())),
  };
  return { files, settings, notes, env, directory: tmpdir(), offline, detectsPrograms, journal, emit, ...kept };
}

/** Where this run keeps answers of models. A full review replays none, but keeps the new ones. */
export function journalFor({ options, attempt }: CommitRun, isFull = false): Journal | null {
  const { answers } = options.record;
  if (answers === null) return null;
  const store = isFull ? { ...answers, read: async () => undefined } : answers;
  return { store, attempt };
}

/** The trees of head and merge base, each one request of GitHub's archive when it is first read. */
export function archivesOf(
  { github, subject: { repo, head }, options: { env } }: CommitRun,
  { mergeBase }: Basis,
): Parameters<TreesOf>[0] {
  const archive = (sha: string): Opening =>
    archiveTree((signal) => downloadArchive(github, { repo, sha }, signal), env);
  return { head: archive(head.sha), base: archive(mergeBase) };
}
