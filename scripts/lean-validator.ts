import type { Plugin } from "rolldown";

/**
 * Bundles the MCP server with the smaller of its two validators of JSON Schema (the SDK's own `validators/cf-worker`, a tenth of Ajv). The SDK uses it
 * for questions to the user alone, which this server never asks.
 */
export function leanValidator(): Plugin {
  return {
    name: "lean-validator",
    transform: { filter: { id: /@modelcontextprotocol\/server\/dist\/shimsNode\.mjs$/ }, handler: withLeanValidator },
  };
}

/** The module with the other import. Throws if the module is no longer the one that this script knows. */
export function withLeanValidator(code: string): string {
  const ajv = /import \{ n as (?<name>\w+) \} from "\.\/ajvProvider-[\w-]+\.mjs";/;
  if (!ajv.test(code))
    throw new Error(
      "@modelcontextprotocol/server no longer imports Ajv where it did: read its shims, and adapt this script",
    );
  return code.replace(
    ajv,
    'import { CfWorkerJsonSchemaValidator as $<name> } from "@modelcontextprotocol/server/validators/cf-worker";',
  );
}
