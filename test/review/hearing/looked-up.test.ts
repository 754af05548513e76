import { describe, expect, test } from "vitest";
import type { Hearing } from "../../../src/domain/debate.ts";
import { withLookups } from "../../../src/review/hearing/looked-up.ts";

const hearing: Hearing = {
  ...{ finding: "1a2b3c4d", advocate: "ada", skeptic: "bob", exchanges: [], rulings: [] },
  ...{ ruling: "upheld", because: "the judge upheld it" },
};
const lookup = (tool: string, args: string, finding?: string) => ({
  ...{ seat: "ada", stage: "judge", tool, args, bytes: 1, truncated: false },
  ...(finding === undefined ? {} : { finding }),
});

describe("a hearing shows what its seats looked up", () => {
  test.each([
    ["read_file", '{"path":"src/a.ts"}', "src/a.ts"],
    ["read_file", '{"path":"src/a.ts","from":3,"to":9}', "src/a.ts:3–9"],
    ["read_file", '{"path":"src/a.ts","from":3,"side":"base"}', "src/a.ts:3–end (base)"],
    ["search", '{"text":"isAdmin"}', "search for isAdmin"],
    ["symbol", '{"name":"find"}', "symbol find"],
    ["list_files", "{}", "list of all files"],
    ["history", '{"path":"src/a.ts"}', "history of src/a.ts"],
    ["checkout", "{}", "a copy of the repository"],
    ["read_file", "not JSON", "?"],
    ["read_file", '{"path":7}', "?"],
    ["search", "[1]", "search for ?"],
    ["rm", "{}", "unknown tool"],
  ])("%s %s: %s", (tool, args, phrase) => {
    expect(withLookups(hearing, [lookup(tool, args, hearing.finding)]).lookedUp).toEqual([phrase]);
  });

  test("each thing once, and nothing of other hearings or of proposals", () => {
    const own = lookup("symbol", '{"name":"find"}', hearing.finding);
    const others = [lookup("symbol", '{"name":"other"}', "ffffffff"), lookup("symbol", '{"name":"early"}')];
    expect(withLookups(hearing, [own, own, ...others]).lookedUp).toEqual(["symbol find"]);
    expect(withLookups(hearing, others)).toEqual(hearing);
  });
});
