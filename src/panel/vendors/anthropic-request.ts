import type {
  ContentBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
  Tool,
} from "@anthropic-ai/sdk/resources/messages/messages";
import { z } from "zod";
import type { ProviderRequest, ReasoningEffort, ToolDefinition, ToolTurn } from "../../domain/provider.ts";

const mark = { cache_control: { type: "ephemeral" } } as const;

/**
 * The body of `POST /v1/messages`. One mark ends the batch, a second one the latest results: the next turn then reads everything before it from
 * the cache. Tools come first in the cached prefix, so every stage of a seat sends the same ones.
 */
export function messagesBody(request: ProviderRequest, model: string): MessageCreateParamsNonStreaming {
  const { system, batch, task, maxOutputTokens, turns = [] } = request;
  const last = { type: "text", text: task } as const;
  const cached = { type: "text", text: batch, ...mark } as const;
  return {
    model,
    max_tokens: maxOutputTokens,
    ...toolsOf(request),
    // The API refuses empty text blocks.
    ...(system === "" ? {} : { system: [{ type: "text", text: system }] }),
    messages: [
      { role: "user", content: batch === "" ? [last] : [cached, last] },
      ...turns.flatMap((turn, index) => messagesOf(turn, index === turns.length - 1 ? request : {})),
    ],
    ...effortOf(request, model),
  };
}

/** A request whose history holds calls must define its tools, so they stay when no further call is allowed. */
function toolsOf({
  tools,
  mustAnswer,
}: ProviderRequest): Pick<MessageCreateParamsNonStreaming, "tools" | "tool_choice"> {
  if (tools === undefined) return {};
  return { tools: tools.map(toolOf), ...(mustAnswer ? { tool_choice: { type: "none" } } : {}) };
}

function toolOf({ name, description, schema }: ToolDefinition): Tool {
  return { name, description, input_schema: { ...schema, type: "object" } };
}

const Blocks = z.array(
  z.custom<ContentBlockParam>((block) => z.looseObject({ type: z.string() }).safeParse(block).success),
);

/** The reply as the model gave it, then all its results in one message, as the API asks for. `end` is given for the latest turn. */
function messagesOf(
  { calls, results, verbatim }: ToolTurn,
  end: Pick<Partial<ProviderRequest>, "closing" | "mustAnswer" | "tools">,
): MessageParam[] {
  const answered = calls.map(
    ({ id }, index) => ({ type: "tool_result", tool_use_id: id, content: results[index] ?? "" }) as const,
  );
  const content: ContentBlockParam[] = [
    ...answered,
    ...(end.closing === undefined ? [] : [{ type: "text", text: end.closing } as const]),
  ];
  const isContinued = end.tools !== undefined && end.mustAnswer !== true;
  return [
    { role: "assistant", content: Blocks.parse(verbatim) },
    { role: "user", content: isContinued ? withMark(content) : content },
  ];
}

function withMark(content: readonly ContentBlockParam[]): ContentBlockParam[] {
  return content.map((block, index) => {
    const canEnd = block.type === "tool_result" || block.type === "text";
    return index === content.length - 1 && canEnd ? { ...block, ...mark } : block;
  });
}

/** Models before Claude 4.6 think within a budget of tokens; later ones refuse a budget and take an effort. */
const hasBudget = /claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{8})?$)/;
/** The share of the longest answer, which includes the thinking. */
const shares: Readonly<Record<ReasoningEffort, number>> = { low: 0.25, medium: 0.5, high: 0.75 };
const leastBudget = 1_024;

function effortOf(
  { reasoning, schema, maxOutputTokens }: ProviderRequest,
  model: string,
): Pick<MessageCreateParamsNonStreaming, "thinking" | "output_config"> {
  const format = schema === undefined ? {} : { format: { type: "json_schema", schema: { ...schema.value } } as const };
  const output = (parts: NonNullable<MessageCreateParamsNonStreaming["output_config"]>) =>
    Object.keys(parts).length === 0 ? {} : { output_config: parts };
  if (reasoning === undefined) return output(format);
  if (!hasBudget.test(model)) return { thinking: { type: "adaptive" }, ...output({ ...format, effort: reasoning }) };
  const budget = Math.max(leastBudget, Math.floor(maxOutputTokens * shares[reasoning]));
  return { thinking: { type: "enabled", budget_tokens: budget }, ...output(format) };
}
