import { vendors } from "./comments-cells.ts";
import { prices, sizes } from "./comments-cost.ts";
import type { CommentWorld } from "./comments-world.ts";
import { markdownTable } from "./marked-section.ts";

const percent = (value: number): string => `${Number((value * 100).toFixed(1))} %`;

/** What was fixed beforehand, and what was calibrated on the figures of version 0.1.0. */
export function parameterTable(world: CommentWorld): string {
  const { severe, sensitive, sites, closeness, concedes } = world;
  const elsewhere = 1 - sites.home - sites.near - sites.far;
  const severityOf = ([p0, p1]: readonly [number, number]) => `${percent(p0)} P0, ${percent(p1)} P1, the rest P2`;
  const rows: [string, string, "fixed" | "calibrated"][] = [
    ["vendors of 5 seats; of 3", `${vendors[5].join(" ")}; ${vendors[3].join(" ")}`, "fixed"],
    ["accuracy a of voters, also of judges, skeptics and validators", "0.7, 0.8, 0.9", "fixed"],
    ["correlation ρ: share of findings on which all seats have one opinion", "0, 0.5", "fixed"],
    [
      "asked again in a later round or at validation, a seat keeps its view; else it draws anew",
      percent(world.repetition),
      "fixed",
    ],
    ["defects of a change, each number equally likely", world.defects.join(" "), "fixed"],
    ["defects that no seat finds", percent(world.hidden), "calibrated"],
    ["of the others, one seat finds", percent(world.recall), "calibrated"],
    ["false claims of one seat on a change, on average", `${world.falseClaims}`, "calibrated"],
    [
      "places they are drawn from: the fewer, the more often two seats make the same one",
      `${world.lures}`,
      "calibrated",
    ],
    ["severity of defects", severityOf(severe.real), "calibrated"],
    ["severity of false claims", severityOf(severe.lure), "calibrated"],
    [
      "P0 and P1 that are about security: of defects; of false claims",
      `${percent(sensitive.real)}; ${percent(sensitive.lure)}`,
      "calibrated",
    ],
    ["severities stated one step off, by raisers and voters", percent(world.severityNoise), "calibrated"],
    [
      "where a comment on a defect is made: at its line; 1 to 3 lines away; 17 or 41 lines away; in another file",
      [sites.home, sites.near, sites.far, elsewhere].map(percent).join("; "),
      "calibrated",
    ],
    ["comments that quote three lines instead of one", "30 %", "fixed"],
    ["claims at the line of another claim", percent(world.crowded), "calibrated"],
    ["claims that a seat makes twice, the second time at another line", percent(world.repeats), "calibrated"],
    [
      "content words of a comment that any comment on the same thing may use",
      closeness.map(percent).join(" to "),
      "calibrated",
    ],
    ["a seat that sees two findings on one thing says so", percent(world.recognises), "calibrated"],
    ["a seat takes two things of one topic for the same", percent(world.confuses), "fixed"],
    ["it names the more severe one as the original, not the other", percent(world.knowsOriginal), "calibrated"],
    [
      "a seat holds for true, in another's words, what it claims itself; else it is right with a",
      percent(world.consistency),
      "calibrated",
    ],
    [
      "an advocate gives up what it raised: if true; if false",
      `${percent(concedes.real)}; ${percent(concedes.lure)}`,
      "calibrated",
    ],
    ["a judge rules differently for no reason but the order", percent(world.judgeFlip), "calibrated"],
    [
      "tokens of a seat's system text; of a stage's instructions; of a hearing's excerpt",
      [sizes.system, sizes.instructions, sizes.excerpt].join("; "),
      "fixed",
    ],
    ["price of a cached token of input; of a token of an answer", `${prices.cached}; ${prices.answer}`, "fixed"],
  ];
  return markdownTable(["parameter", "value", ""], rows);
}
