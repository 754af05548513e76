import { FreeDebate } from "../../domain/discussion/free-debate.ts";
import { safeJson } from "../json.ts";

/** The public form of a debate: the fields that the schema names, so that an internal field is not published by accident. */
export function debateJson(debate: FreeDebate): string {
  return safeJson({ version: 1, ...FreeDebate.parse(debate) });
}
