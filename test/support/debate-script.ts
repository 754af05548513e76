import type { Handler, ModelCall } from "./model-server.ts";

export type DebateModel = Readonly<Partial<Record<string, (call: ModelCall) => string | object>>>;

const quote = "return database(query);";

/** What a seat says first, by its name; others say what `three` says. */
const openings: Readonly<Record<string, object>> = {
  one: {
    position: "Cache the results of src/search.ts in the process, for one minute.",
    claims: [
      {
        title: "Every search asks the database",
        detail: "Nothing stands between a call and the query.",
        confidence: 0.9,
        evidence: [{ path: "src/search.ts", line: 2, quote }],
      },
      {
        title: "One process serves all searches",
        detail: "A cache in memory is enough for one process.",
        confidence: 0.6,
        evidence: [{ path: "src/server.ts", line: 1, quote: "cluster.fork()" }],
      },
    ],
    uncertainties: ["How often the same words are searched for."],
  },
  two: {
    position: "Do not cache: make the query itself fast with an index.",
    claims: [
      { title: "A cache shows old results", detail: "Prices change at any time.", confidence: 0.7, evidence: [] },
    ],
    uncertainties: [],
  },
  three: {
    position: "Cache only the ten most frequent searches, and measure before more.",
    claims: [
      { title: "Few searches are most of the load", detail: "Typical of shops.", confidence: 0.5, evidence: [] },
    ],
    uncertainties: ["The distribution of searches."],
  },
};

/** The labels of positions by a part of their words, as the last request showed them. */
function labelOf(items: ModelCall["items"], words: string): string {
  return String(items.find((item) => String(item["title"]).includes(words))?.["id"] ?? "");
}

/** What stand-ins of both vendors say in a debate about a cache: `three` comes over to `one`, `two` votes against it. */
export const debateReplies: Readonly<Record<string, (call: ModelCall) => object>> = {
  "debate-open": ({ seat }) => openings[seat] ?? openings["three"] ?? {},
  "debate-turn": ({ seat, round, items }) => turnOf(seat, round, items),
  "debate-vote": ({ seat }) =>
    seat === "two"
      ? { vote: "disagree", confidence: 0.6, reason: "Old prices cost more than slow searches." }
      : { vote: "agree", confidence: 0.8, reason: "A minute of age is acceptable, and the load falls at once." },
  "debate-judge": ({ task }) => {
    const isFirst = (task.split("Position Y:")[0] ?? "").includes("Cache the results");
    return {
      verdict: isFirst ? "X" : "Y",
      reasoning: "It names the line that costs, and bounds the age of results.",
      confidence: 0.75,
      dissent: ["An index may make the cache needless."],
    };
  },
};

export const debateAnswers: Handler = (call) => debateReplies[call.stage]?.(call) ?? {};

function turnOf(seat: string, round: number, items: ModelCall["items"]): object {
  const cache = labelOf(items, "Cache the results");
  const index = labelOf(items, "Do not cache");
  const old = labelOf(items, "old results");
  if (seat === "one")
    return {
      position: "Cache the results of src/search.ts in the process, for one minute.",
      argument:
        round === 1
          ? `${old} is true for prices, but one minute bounds it: the row is read again when an order is placed.`
          : `${index} needs a migration under load; the cache can be switched off by a flag at any moment.`,
      confidence: 0.85,
      concessions: [],
      evidence: [{ path: "src/search.ts", quote }],
    };
  if (seat === "two")
    return {
      position: "Do not cache: make the query itself fast with an index.",
      argument:
        round === 1
          ? `${cache} hides the slow query instead of mending it, and every new column meets the same table scan.`
          : `Nothing in ${cache} says who invalidates entries after a bulk import of the catalogue at night.`,
      confidence: 0.7,
      concessions: round === 1 ? [] : [{ id: labelOf(items, "Every search asks"), reason: "The quote shows it." }],
      evidence: [],
    };
  return round === 1
    ? {
        position: "Cache only the ten most frequent searches, and measure before more.",
        argument: `${cache} stores searches that never come again; counting first would tell which ones deserve room.`,
        confidence: 0.5,
        concessions: [],
        evidence: [],
      }
    : {
        position: "Cache the results of src/search.ts in the process, for one minute.",
        argument: `A bounded map gives what I wanted from counting, so ${cache} covers my case with less machinery.`,
        confidence: 0.7,
        concessions: [{ id: cache, reason: "A bounded cache keeps the frequent ones by itself." }],
        evidence: [],
      };
}
