import { z } from "zod";
import { debateStrategies, FreeDebate } from "../../../domain/discussion/free-debate.ts";
import { ReviewError } from "../../../domain/errors.ts";
import { adjudications, quoted } from "../../../domain/known-names.ts";
import { adjudicateDebate } from "../../../question/debate/adjudicate.ts";
import { listKept, readKept } from "../../../record/kept/kept.ts";
import { redactAll } from "../../../text/redact.ts";
import { plain } from "../../../text/text.ts";
import { debateLocally } from "../../wiring/debate-locally.ts";
import { keptJson } from "../../wiring/kept-review.ts";
import { keep, keptUri } from "../keep.ts";
import { agents, type Given, type McpTool, path, planTopology, toolRow } from "../tool.ts";

const Decided = z.object({
  result: z.string().describe("adopted, rejected, undecided or inconclusive"),
  reason: z.string(),
  adjudication: z.string(),
  verdict: z.string().nullable(),
  reasoning: z.string(),
  confidence: z.number().nullable().describe("0 to 1, computed from votes or rulings."),
  consensusScore: z.number().nullable(),
  votes: z.object({ agree: z.number(), disagree: z.number(), abstain: z.number() }),
  dissent: z.array(z.object({ seat: z.string(), kind: z.string(), reason: z.string() })),
});

const debate = toolRow({
  name: "debate",
  title: "Debate a question",
  about:
    "Several models argue a free question about the repository with evidence from it, vote, and decide. It needs at least two models.",
  input: z.object({
    topic: z.string().min(1).max(20_000),
    context: z.string().max(200_000).optional().describe("What you add to the topic. It is passed on as data."),
    strategy: z.enum(debateStrategies).optional(),
    adjudication: z.enum(adjudications).optional(),
    topology: planTopology,
    agents,
    maxRounds: z.number().int().min(1).max(10).optional(),
    path,
  }),
  output: Decided.extend({
    topic: z.string(),
    strategy: z.string(),
    stopReason: z.string(),
    kept: z.string().nullable(),
  }),
  asksModels: true,
  async run({ path: where, agents: choice, ...rules }, call) {
    const { env, signal, emit, clientSeat, secrets } = call;
    const directory = await call.folder(where);
    const common = {
      directory,
      env,
      config: null,
      emit,
      now: () => new Date(),
      substitute: clientSeat,
      keepsTraces: true,
    };
    const found = redactAll(await debateLocally({ ...common, ...rules, choice }, signal), secrets);
    const kept = await keep(found, directory, call);
    return { result: { ...found, kept }, text: textOf(found, kept) };
  },
});

const adjudicate = toolRow({
  name: "adjudicate",
  title: "Decide a debate again",
  about:
    "Decides a kept debate again with another adjudication, over its recorded positions, votes and rulings. It asks no model.",
  input: z.object({
    adjudication: z.enum(adjudications),
    debate: z.string().optional().describe("The name of a kept debate; the newest one if it is left out."),
    path,
  }),
  output: Decided.extend({
    debate: z.string(),
    before: z.string().nullable().describe("The verdict of the debate itself."),
  }),
  asksModels: false,
  async run({ adjudication, debate: wanted, path: where }, { folder, secrets, env }) {
    const kept = { directory: await folder(where), env };
    const name = wanted ?? (await listKept(kept, "debate-"))[0];
    if (name === undefined)
      throw new ReviewError("No debate is kept here yet.", "Debate something first: each debate is kept in .debate.");
    const hint = "Name a debate that this program kept.";
    const { success, data } = FreeDebate.safeParse(keptJson(await readKept(kept, name), name, hint));
    if (!success) throw new ReviewError(`${quoted(name)} is not a debate.`, hint);
    const again = redactAll(adjudicateDebate(data, adjudication), secrets);
    return { result: { ...again, debate: keptUri(name), before: data.verdict }, text: textOf(again, keptUri(name)) };
  },
});

export const discussionTools: readonly McpTool[] = [debate, adjudicate];

function textOf(
  { result, verdict, reason, reasoning, votes, dissent }: Given<z.infer<typeof Decided>>,
  kept: string | null,
): string {
  const { agree, disagree, abstain } = votes;
  return [
    verdict === null ? `No verdict (${result}).` : `${result}: ${plain(verdict)}`,
    ...[reason, reasoning].filter((text) => text !== "").map(plain),
    `Votes: ${agree} for, ${disagree} against, ${abstain} neither.`,
    ...dissent.map(({ seat, reason: why }) => plain(`Dissent of ${seat}: ${why}`)),
    ...(kept === null ? [] : [`Everything about it: ${kept}`]),
  ].join("\n");
}
