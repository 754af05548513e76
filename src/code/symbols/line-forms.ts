import { parseAllDocuments } from "yaml";
import type { FileForm } from "../../domain/ports.ts";

/** A format that is read without a grammar. */
interface LineForm {
  readonly paths: RegExp;
  readonly formOf: (text: string) => FileForm;
}

const none: readonly string[] = [];

/** A key that a map has twice is one of the faults. */
function yamlFaults(text: string): number {
  return parseAllDocuments(text).flatMap((one) => ("errors" in one ? one.errors : [])).length;
}

function jsonFaults(text: string): number {
  try {
    JSON.parse(text);
    return yamlFaults(text);
  } catch {
    return 1 + yamlFaults(text);
  }
}

const makeLine =
  /^(?:\t|\s*$|\s*#|[^\s#:=][^=]*:|\S[^:=]*\s*(?:[:?+!]{0,3}=)|-?include\b|sinclude\b|ifn?eq\b|ifn?def\b|else\b|endif\b|define\b|endef\b|export\b|unexport\b|override\b|private\b|undefine\b|vpath\b|\$[({])/;
const makeStart = /^\s*(?:-?include|ifn?eq|ifn?def|else|endif)\b/;

/** A line that is no rule, no recipe with its tab, no variable and no directive. */
function makeFaults(text: string): number {
  let [continues, defines] = [false, false];
  return text.split("\n").filter((line) => {
    const isPart = continues || defines;
    continues = line.endsWith("\\");
    defines = /^define\b/.test(line) || (defines && !/^endef\b/.test(line));
    return !isPart && !makeLine.test(line) && !makeStart.test(line);
  }).length;
}

const instruction =
  /^\s*(?:FROM|RUN|CMD|LABEL|MAINTAINER|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)\s+\S/i;

/** A line that is no instruction, no continuation and no text of a heredoc. */
function dockerFaults(text: string): number {
  let continues = false;
  let heredoc: string | null = null;
  return (
    text.split("\n").filter((line) => {
      if (heredoc !== null) {
        if (line.trim() === heredoc) heredoc = null;
        return false;
      }
      const isComment = /^\s*(?:#|$)/.test(line);
      if (isComment) return false;
      const isPart = continues;
      continues = /\\\s*$/.test(line);
      heredoc = /<<-?["']?(?<word>\w+)["']?/.exec(line)?.groups?.["word"] ?? null;
      return !isPart && !instruction.test(line);
    }).length + (continues ? 1 : 0)
  );
}

export const lineForms: readonly LineForm[] = [
  [/\.ya?ml$/i, yamlFaults] as const,
  [/\.json$/i, jsonFaults] as const,
  [/(?:^|\/)(?:GNU)?makefile(?:\.\w+)?$|\.(?:mk|mak)$/i, makeFaults] as const,
  [/(?:^|\/)(?:dockerfile|containerfile)(?:\.[\w.-]+)?$|\.dockerfile$/i, dockerFaults] as const,
].map(([paths, faultsIn]) => ({ paths, formOf: (text) => ({ faults: faultsIn(text), again: none }) }));
