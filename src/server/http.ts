import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ReviewError } from "../domain/errors.ts";

const webhookPath = "/api/github/webhooks";

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly webhooks: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Null: ready; else why not, in words that tell nothing of a tenant. */
  readonly notReady: () => Promise<string | null>;
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  /** How long a request's headers may take; 10 s where it is left out. */
  readonly headersTimeoutMs?: number;
}

export interface HttpServer {
  readonly port: number;
  /** Takes no new connection, and gives the answers under way a moment: whoever sends nothing holds up no end. */
  readonly close: () => Promise<void>;
}

const lastAnswersMs = 2_000;
const headersMs = 10_000;
/** From the first byte to the last of a request, headers included. */
const requestMs = 15_000;
/** Node cuts slow requests only when it looks for them, and by itself it looks every 30 s. */
const lookEveryMs = 1_000;
const plainText = "text/plain; charset=utf-8";

/** The App's door: webhooks, and what an operator asks. Anything else is not found. */
export async function openHttp(options: HttpOptions): Promise<HttpServer> {
  const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
    [webhookPath]: options.webhooks,
    "/healthz": async (_, response) => answer(response, 200, plainText, "ok\n"),
    "/readyz": async (_, response) => {
      const why = await options.notReady();
      answer(response, why === null ? 200 : 503, plainText, `${why ?? "ready"}\n`);
    },
    "/metrics": async (_, response) => {
      const { type, text } = await options.metrics();
      answer(response, 200, type, text);
    },
  };
  const { headersTimeoutMs: headersTimeout = headersMs } = options;
  const limits = { requestTimeout: requestMs, headersTimeout, connectionsCheckingInterval: lookEveryMs };
  const server = createServer(limits, (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined) return answer(response, 404, plainText, "Not found.\n");
    route(request, response).catch(() => {
      if (!response.headersSent) answer(response, 500, plainText, "It failed.\n");
    });
  });
  await listen(server, options);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), lastAnswersMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Throws one sentence where a port cannot be listened to; for whoever opens it later by other means. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  await listen(server, { host, port });
  await new Promise((resolve) => server.close(resolve));
}

async function listen(server: Server, { host, port }: Pick<HttpOptions, "host" | "port">): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  }).catch((error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE";
    const other = `PORT=${port === 65_535 ? 3000 : port + 1} pr-debate serve`;
    throw new ReviewError(
      `Port ${port} on ${host} ${isTaken ? "is already in use" : `cannot be opened (${error.code})`}.`,
      isTaken
        ? `Stop what listens there, or take another port: ${other}`
        : "HOST must be an address of this machine, and a low PORT may need rights.",
    );
  });
}

function answer(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "content-type": type });
  response.end(text);
}
