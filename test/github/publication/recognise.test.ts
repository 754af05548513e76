import { describe, expect, test } from "vitest";
import type { OwnPosts } from "../../../src/domain/github/own-posts.ts";
import type { State } from "../../../src/domain/state.ts";
import { markerOf, readMarker, writeListed } from "../../../src/github/publication/marker.ts";
import { forgotten, isMemoryLost, recognise } from "../../../src/github/publication/recognise.ts";
import { writeFinding, writeState } from "../../../src/github/publication/state.ts";
import { aFinding, aReview } from "../../support/review-builder.ts";
import { stateOf } from "./sample.ts";

const head = "a".repeat(40);
const marker = (kind: "summary" | "finding" | "review", id?: string) =>
  `${markerOf({ kind, ...(id === undefined ? {} : { id }), head, attempt: 2 })}\n\ntext`;
const thread = { thread: "T", path: "a", isResolved: false, isOutdated: false, ownReplies: [], foreignReplies: 0 };
const posts = (given: Partial<OwnPosts>): OwnPosts => ({
  checks: [],
  comments: [],
  reviews: [],
  threads: [],
  ...given,
});

test("of several summaries the one that was created first counts, in whatever order they come", () => {
  const comments = [9, 4, 6].map((id) => ({ id, body: marker("summary") }));
  expect(recognise(posts({ comments })).summary?.id).toBe(4);
});

test("a state that cannot be read is not the same as none", () => {
  const summary = (more: string) => posts({ comments: [{ id: 1, body: `${marker("summary")}${more}` }] });
  const good = `\n\n${writeState(stateOf(aReview()), 9_000).block}`;
  const unreadable = ["v1 AAAA -->", "v2 AAAA -->", "v1"].map((end) => `\n\n<!-- pr-debate-state ${end}`);
  const known = (more: string) => recognise(summary(more)).isUnreadable;
  expect([good, "", `${good}\n\nmore`, ...unreadable].map(known)).toEqual([false, false, false, true, true, true]);
  expect(recognise(posts({})).isUnreadable).toBe(false);
});

test("our comments without a marker, or of another kind, are not a summary", () => {
  const comments = [
    { id: 1, body: "This command is not available yet." },
    { id: 2, body: marker("finding", "0123abcd") },
  ];
  expect(recognise(posts({ comments }))).toMatchObject({ summary: null, state: null });
});

test("reviews are distinguished from those that were never submitted; a foreign pending one is left alone", () => {
  const reviews = [
    { id: 1, body: marker("review"), isPending: false },
    { id: 2, body: marker("review"), isPending: true },
    { id: 3, body: "A person's own draft", isPending: true },
  ];
  const existing = recognise(posts({ reviews }));
  expect(existing.reviews).toEqual([{ id: 1, head, attempt: 2 }]);
  expect(existing.pending).toEqual([2]);
});

test("threads are recognised by their finding; one without an id is ignored", () => {
  const threads = [
    { ...thread, id: 1, body: marker("finding", "0123abcd") },
    { ...thread, id: 2, body: marker("finding") },
    { ...thread, id: 3, body: marker("review") },
  ];
  expect(recognise(posts({ threads })).threads.map(({ id, finding }) => [id, finding])).toEqual([[1, "0123abcd"]]);
});

const good = "<!-- pr-debate v1 kind=finding id=0123abcd head=abcdef0 attempt=3 -->";

test("a marker is read as it is written", () => {
  const given = { kind: "finding", id: "0123abcd", head, attempt: 3 } as const;
  expect(readMarker(`${markerOf(given)}\r\ntext`)).toEqual(given);
});

test.each([
  `text\n${good}`,
  ` ${good}`,
  `${good} text`,
  good.replace("v1", "v2"),
  good.replace("finding", "other"),
  good.replace("0123abcd", "0123ABCD"),
  good.replace("abcdef0", "main"),
  good.replace("attempt=3", "attempt=-3"),
  good.replace(" attempt=3", ""),
  good.replace("abcdef0", "abcdef0 head=abcdef1"),
])("H18 %j is not a marker", (body) => {
  expect(readMarker(good)).not.toBeNull();
  expect(readMarker(body)).toBeNull();
});

describe("findings that only their threads remember", () => {
  const told = aFinding({ id: "0123abcd", severity: "P0", quote: "eval(name)", detail: "Words." });
  const body = `${marker("finding", told.id)}\n\n${writeFinding(told)}`;
  const own = { ...thread, id: 1, body };
  const reply = `${marker("finding", told.id)}\n\nFixed.`;
  const idsOf = (given: Partial<OwnPosts>): string[] => forgotten(recognise(posts(given))).map(({ id }) => id);
  const summaryWith = (known: Partial<State>) => {
    const { block } = writeState({ ...stateOf(aReview()), ...known }, 9_000);
    return { comments: [{ id: 9, body: `${marker("summary")}\n\n${block}` }] };
  };

  test("without a summary: all that their comments keep, once each", () => {
    const [found, ...more] = forgotten(recognise(posts({ threads: [own, own] })));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ id: told.id, severity: "P0", quote: "eval(name)", path: told.path, line: told.line });
    expect(found?.detail).toBe("");
  });

  test("a summary that was written before the thread does not count for it; a later one does", () => {
    expect(idsOf({ threads: [own], ...summaryWith({}) })).toEqual([told.id]);
    expect(idsOf({ threads: [own], ...summaryWith({ posted: [told.id] }) })).toEqual([]);
    expect(idsOf({ threads: [own], ...summaryWith({ findings: [told] }) })).toEqual([]);
  });

  test("a thread that a person closed counts, one that we closed does not", () => {
    expect(idsOf({ threads: [{ ...own, isResolved: true }] })).toEqual([told.id]);
    expect(idsOf({ threads: [{ ...own, isResolved: true, ownReplies: [reply] }] })).toEqual([]);
    expect(idsOf({ threads: [{ ...own, ownReplies: [reply] }] })).toEqual([told.id]);
  });

  test("a block of another finding, or one that cannot be read, says nothing", () => {
    const foreign = `${marker("finding", "0123abce")}\n\n${writeFinding(told)}`;
    for (const bad of [foreign, marker("finding", told.id), body.slice(0, -20)])
      expect(idsOf({ threads: [{ ...own, body: bad }] })).toEqual([]);
  });
});

describe("a review of ours without its state", () => {
  const now = { head: "b".repeat(40), attempt: 1 };
  const listing = (...ids: string[]) => `${marker("review")}\n\n${writeListed(ids)}`;
  const review = { id: 1, body: listing("0123abcd"), isPending: false };
  const told = { ...thread, id: 2, body: marker("finding", "0123abcd") };
  const summary = (state: Partial<State>) => ({
    comments: [
      { id: 3, body: `${marker("summary")}\n\n${writeState({ ...stateOf(aReview()), ...state }, 9_000).block}` },
    ],
  });

  test.each<[string, Partial<OwnPosts>, boolean]>([
    ["none of ours at all", {}, false],
    ["a submitted review", { reviews: [review] }, true],
    ["a submitted review that somebody edited", { editedReviews: 1 }, true],
    ["a thread", { threads: [told] }, true],
    ["a review that was never submitted", { reviews: [{ ...review, isPending: true }] }, false],
    ["a review that says nothing of ours", { reviews: [{ ...review, body: "Fine." }] }, false],
    ["a state", { ...summary({}), editedReviews: 1 }, false],
    ["a state that knows the review", { ...summary({ listed: ["0123abcd"] }), reviews: [review] }, false],
    ["a state that is older than the review", { ...summary({}), reviews: [review] }, true],
    ["a state of a run that found none either", summary({ isMemoryLost: true }), true],
  ])("%s", (_, given, isLost) => {
    expect(isMemoryLost(recognise(posts(given)), now)).toBe(isLost);
  });

  test("of the attempt at work, which was killed before it wrote its state, nothing is lost", () => {
    const known = recognise(posts({ reviews: [review], threads: [told] }));
    expect(isMemoryLost(known, { head, attempt: 2 })).toBe(false);
    expect(isMemoryLost(known, { head, attempt: 3 })).toBe(true);
  });

  test("what a review named and its threads still show is not lost with an older state", () => {
    const finding = aFinding({ title: "Told" });
    const body = `${markerOf({ kind: "finding", id: finding.id, head, attempt: 2 })}\n\n${writeFinding(finding)}`;
    const reviews = [{ ...review, body: listing(finding.id) }];
    const known = recognise(posts({ ...summary({}), reviews, threads: [{ ...told, body }] }));
    expect(isMemoryLost(known, now)).toBe(false);
  });
});
