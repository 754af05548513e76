import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Review, silencers } from "../../src/domain/review.ts";
import { reports } from "../../src/report/index.ts";
import { hostileTexts } from "../support/hostile.ts";
import { aFinding, aReview, aSeat } from "../support/review-builder.ts";
import {
  inconclusiveReview,
  largeReview,
  longPathsReview,
  offlineReview,
  reviewSaying,
  skippedReview,
  typicalReview,
} from "../support/review-examples.ts";

const options = { version: "1.2.3" };
const examples = {
  typical: typicalReview(),
  large: largeReview(),
  clean: aReview(),
  inconclusive: inconclusiveReview(),
  paths: longPathsReview(),
  rules: aReview({
    findings: [aFinding({ rule: "own-rule", fingerprint: "0123456789abcdef", suggestion: "x();" })],
    rules: [{ id: "own-rule", title: "A rule of our own", help: "Do not.", url: null }],
    silenced: silencers.map((by, index) => {
      const reason = index === 0 ? "" : "why not";
      return {
        rule: "own-rule",
        severity: "P2",
        title: "x()",
        path: "a.ts",
        line: 3,
        by,
        reason,
        fingerprint: "0".repeat(16),
      };
    }),
  }),
  offline: offlineReview(),
  skipped: skippedReview(),
  superseded: aReview({ result: "superseded", conclusion: "cancelled" }),
  ...Object.fromEntries(Object.entries(hostileTexts).map(([name, text]) => [name, reviewSaying(text)])),
};

describe("json", () => {
  test.each(Object.entries(examples))("%s is read back as the same review", (_, review) => {
    const { version, ...rest } = z
      .looseObject({ version: z.number() })
      .parse(JSON.parse(reports.json(review, options)));
    expect(version).toBe(1);
    expect(Review.parse(rest)).toEqual(JSON.parse(JSON.stringify(review)));
  });

  test("has the published fields in their order, and only those", () => {
    const written = reports.json({ ...typicalReview(), ...{ internal: "x" } }, options);
    expect(Object.keys(JSON.parse(written))).toEqual(
      "version kind result reason conclusion title panel summary findings eliminated silenced rules residualRisks openQuestions notes rounds hearings scores winner confidence stopReason coverage unreadable lookups usage change startedAt finishedAt".split(
        " ",
      ),
    );
    expect(written).toMatch(/^\{\n {2}"version": 1,\n[\s\S]*\n\}\n$/);
  });

  test("shows nothing hidden, and loses nothing of it", () => {
    const title = "a\u202eb\u{e0041}\u001b[31m\u009b\ud800👨‍👩‍👧\u2028";
    const written = reports.json(aReview({ title }), options);
    expect(written.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028]/u);
    expect(JSON.parse(written)).toMatchObject({ title });
  });
});

describe("sarif", () => {
  const Result = z.object({
    level: z.string(),
    ruleId: z.string(),
    ruleIndex: z.number(),
    message: z.object({ text: z.string() }),
    partialFingerprints: z.record(z.string(), z.string()),
    properties: z.record(z.string(), z.unknown()),
    locations: z
      .array(
        z.object({
          physicalLocation: z.object({
            artifactLocation: z.object({ uri: z.string(), uriBaseId: z.literal("%SRCROOT%") }),
            region: z.strictObject({ startLine: z.number(), endLine: z.number() }).optional(),
          }),
        }),
      )
      .optional(),
  });
  const Log = z.object({
    runs: z.tuple([
      z.object({
        tool: z.object({ driver: z.object({ rules: z.array(z.object({ id: z.string() })) }) }),
        invocations: z.tuple([
          z.object({
            executionSuccessful: z.boolean(),
            toolExecutionNotifications: z.array(z.object({ message: z.object({ text: z.string() }) })),
          }),
        ]),
        results: z.array(Result),
        properties: z.object({ eliminated: z.array(z.unknown()) }),
      }),
    ]),
  });
  const runOf = (review: Review): z.infer<typeof Log>["runs"][0] =>
    Log.parse(JSON.parse(reports.sarif(review, options))).runs[0];

  test.each(Object.entries(examples))("%s is valid SARIF 2.1.0", (_, review) => {
    const valid = validator();
    valid(JSON.parse(reports.sarif(review, options)));
    expect(valid.errors ?? []).toEqual([]);
  });

  test("the schema check can fail", () => {
    expect(validator()({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
  });

  test("a finding has its level, rule, identity and place", () => {
    const { results, tool } = runOf(typicalReview());
    const disputed = results.find((result) => result.properties["status"] === "disputed");
    expect(disputed).toMatchObject({
      level: "error",
      ruleId: "data-loss",
      message: { text: expect.stringMatching(/^Disputed, needs a human\. P0: /) },
    });
    expect(disputed?.locations?.[0]?.physicalLocation.region).toEqual({ startLine: 77, endLine: 78 });
    expect(results.map((result) => tool.driver.rules[result.ruleIndex]?.id)).toEqual(
      results.map((result) => result.ruleId),
    );
    expect(new Set(results.map((result) => result.partialFingerprints["prDebateId"])).size).toBe(8);
    expect(results.map((result) => result.level)).toEqual([
      "error",
      "error",
      "warning",
      "warning",
      "warning",
      "warning",
      "note",
      "note",
    ]);
  });

  test("a deleted line and a place that is not known have no region", () => {
    const review = aReview({
      findings: [aFinding({ side: "LEFT" }), aFinding({ path: "b.ts", line: null, anchor: "none" })],
    });
    expect(runOf(review).results.map((result) => result.locations?.[0]?.physicalLocation.region)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each([
    ["src/a b#c?d%e&f.ts", "src/a%20b%23c%3Fd%25e%26f.ts"],
    ["データ/ñ.ts", "%E3%83%87%E3%83%BC%E3%82%BF/%C3%B1.ts"],
    ["javascript:alert(1)", "javascript%3Aalert(1)"],
    ["a\\b\n.ts", "a%5Cb%0A.ts"],
    ["\ud800.ts", "%EF%BF%BD.ts"],
  ])("the path %j becomes a relative URI", (path, uri) => {
    expect(
      runOf(aReview({ findings: [aFinding({ path })] })).results[0]?.locations?.[0]?.physicalLocation.artifactLocation
        .uri,
    ).toBe(uri);
  });

  test.each(["/etc/passwd", "../../etc/passwd", "a/../b", "//evil.tld/x", "./a", ""])(
    "H21 the path %j points nowhere, and the report says so",
    (path) => {
      const [result] = runOf(aReview({ findings: [aFinding({ path })] })).results;
      expect(result?.locations).toBeUndefined();
      expect(result?.message.text).toContain(`At: ${path}`.trim());
    },
  );

  test("an incomplete review gives its reasons and does not claim success", () => {
    const { invocations } = runOf(inconclusiveReview());
    expect(invocations[0].executionSuccessful).toBe(false);
    const said = invocations[0].toolExecutionNotifications.map((notification) => notification.message.text).join("\n");
    for (const words of ["Review incomplete", "Seat gpt did not deliver", "src/huge.ts is unreviewed"])
      expect(said).toContain(words);
    const seats = [aSeat({ name: "claude", failure: "one answer is missing" })];
    const partly = runOf(aReview({ panel: { state: "full", seats } })).invocations[0];
    expect(partly.toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      "Seat claude delivered, but one answer is missing",
    ]);
    expect(runOf(aReview()).invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [],
    });
  });

  test("eliminated findings are listed, but not as results", () => {
    const { results, properties } = runOf(typicalReview());
    expect(results).toHaveLength(8);
    expect(properties.eliminated).toMatchObject([{ eliminatedAt: "hearing" }, { eliminatedAt: "gate" }]);
  });
});

/** The official schema is written in draft 4; without its declaration, Ajv reads the keywords it uses the same way. */
function validator(): ReturnType<Ajv["compile"]> {
  const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const { $schema, id, ...schema } = z.looseObject({}).parse(JSON.parse(readFileSync(file, "utf8")));
  expect([$schema, id]).not.toContain(undefined);
  const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  return ajv.compile(schema);
}
