import type { CallRecord } from "../vendors/calls/record.ts";

interface Exported {
  readonly kind: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** A collector that does not answer must not hold up the end of a run. */
const longestMs = 5_000;

/**
 * Exports a run as OpenTelemetry spans, one for the run and one for each call, following the conventions for generative AI, if the standard variables
 * name a collector. The packages are loaded only then. Throws where the collector cannot be reached.
 */
export async function exportSpans(
  { kind, startedAt, finishedAt }: Exported,
  calls: readonly CallRecord[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const url = endpointIn(env);
  if (url === null) return;
  const { context, SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const { defaultResource, resourceFromAttributes } = await import("@opentelemetry/resources");
  const { BatchSpanProcessor, TracerProvider } = await import("@opentelemetry/sdk-trace");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const resource = defaultResource().merge(
    resourceFromAttributes({ "service.name": env["OTEL_SERVICE_NAME"] ?? "pr-debate" }),
  );
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: longestMs });
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const tracer = provider.getTracer("pr-debate");
  const root = tracer.startSpan(`${kind} run`, { startTime: new Date(startedAt), kind: SpanKind.INTERNAL });
  const inside = trace.setSpan(context.active(), root);
  for (const call of calls) {
    const startTime = new Date(call.startedAt);
    const span = tracer.startSpan(
      `chat ${call.model}`,
      { startTime, kind: SpanKind.CLIENT, attributes: attributesOf(call) },
      inside,
    );
    if (call.failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: call.failure });
    span.end(new Date(call.startedAt + call.ms));
  }
  root.end(new Date(finishedAt));
  await provider.shutdown();
}

/** The address for traces: its own variable, or the common one with the path of the protocol. Null where export is off. */
function endpointIn(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return null;
  const own = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]?.trim() ?? "";
  if (own !== "") return own;
  const common = env["OTEL_EXPORTER_OTLP_ENDPOINT"]?.trim() ?? "";
  return common === "" ? null : `${common.replace(/\/+$/, "")}/v1/traces`;
}

function attributesOf(call: CallRecord) {
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": call.provider,
    "gen_ai.request.model": call.model,
    ...(call.servedModel === null ? {} : { "gen_ai.response.model": call.servedModel }),
    "gen_ai.usage.input_tokens": call.inputTokens,
    "gen_ai.usage.output_tokens": call.outputTokens,
    "gen_ai.agent.name": call.seat,
    "pr_debate.stage": call.stage,
    "pr_debate.replayed": call.replayed,
    ...(call.failure === null ? {} : { "error.type": "provider_error" }),
  };
}
