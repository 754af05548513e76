import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { promptFiles, protocolPage } from "../../panel/choosing/assets.ts";
import { type KeptPlace, listKept, readKept } from "../../record/kept/kept.ts";
import { keptUri } from "./keep.ts";

/** The most kept results in a list; the others can be read by their names. */
const mostListed = 50;

/** Kept results of the client's folder, the personas, and the page about the protocol. Reading them asks no model. */
export function addResources(server: McpServer, place: () => Promise<KeptPlace>): void {
  server.registerResource(
    "kept",
    new ResourceTemplate(keptUri("{name}"), {
      list: async () => {
        const names = (await listKept(await place())).slice(0, mostListed);
        return { resources: names.map((name) => ({ uri: keptUri(name), name, mimeType: "application/json" })) };
      },
    }),
    {
      title: "Kept reviews and plans",
      description: "Everything about a review or a plan, as JSON.",
      mimeType: "application/json",
    },
    async (uri, { name }) => {
      const text = await readKept(await place(), String(name)).catch((error: unknown) => {
        throw new ResourceNotFoundError(uri.href, error instanceof Error ? error.message : String(error));
      });
      return { contents: [{ uri: uri.href, mimeType: "application/json", text }] };
    },
  );
  server.registerResource(
    "persona",
    new ResourceTemplate(personaUri("{name}"), {
      list: async () => ({
        resources: (await personaFiles()).map(({ name }) => ({
          uri: personaUri(name),
          name,
          mimeType: "text/markdown",
        })),
      }),
    }),
    { title: "Personas", description: "The point of view of a seat.", mimeType: "text/markdown" },
    async (uri, { name }) => {
      const file = (await personaFiles()).find((one) => one.name === name);
      if (file === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: file.text }] };
    },
  );
  const about = {
    title: "The protocol",
    description: "How a debate runs and what decides.",
    mimeType: "text/markdown",
  };
  server.registerResource("protocol", "pr-debate://protocol", about, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/markdown", text: await protocolPage() }],
  }));
}

const personaUri = (name: string): string => `pr-debate://personas/${name}`;

async function personaFiles(): Promise<{ name: string; text: string }[]> {
  const files = await promptFiles();
  return files.flatMap(({ name, text }) => {
    const persona = /^personas\/(?<name>[a-z0-9-]+)\.md$/.exec(name)?.groups?.["name"];
    return persona === undefined ? [] : [{ name: persona, text }];
  });
}
