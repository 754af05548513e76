import { type CommandRow, commandRow } from "./command-line.ts";
import { how } from "./shared-options.ts";

export const mcpRow: CommandRow = commandRow({
  name: "mcp",
  summary: "serve coding agents over MCP",
  about: `
Serves the Model Context Protocol: over standard input and output, or over HTTP at /mcp. A client gets tools that review
changes, plan, ask one agent and explain findings; kept reviews as resources; and prompts. Set it up in docs/mcp.md.

The server reads the folders that the client names as roots, or else its own, and nothing outside. Without a key and a
CLI agent, a client that lends its model takes a seat.`,
  words: [],
  options: {
    http: { ...how, value: "[HOST:]PORT", about: "serve over HTTP; the host is 127.0.0.1 unless you name another" },
    repo: { ...how, value: "DIR", about: "the repository (default: the current folder)" },
    "sampling-timeout": {
      ...how,
      value: "SECONDS",
      initial: "240",
      about: "the time for one answer of the client's model, from 1 to 3600",
    },
  },
  sections: {
    Environment: ["PR_DEBATE_MCP_TOKEN   the token of HTTP clients; needed unless only this\nmachine is served"],
    "Exit code": ["0  the client has gone, or it was stopped", "2  wrong usage"],
    Examples: ["claude mcp add pr-debate -- npx -y pr-debate mcp", "pr-debate mcp --http 3333 --repo ~/shop"],
  },
  load: async () => (await import("./mcp-command.ts")).mcpCommand,
});
