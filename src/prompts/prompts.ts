import type { Platform } from "../domain/change.ts";
import { personas } from "../domain/seat-names.ts";

/** The texts of `src/prompts`, as data. Strategies, personas: by name; extra persona files are personas like the built-in ones. */
export interface Prompts {
  readonly stages: Readonly<Record<ReviewStage | PlanStage, string>>;
  readonly parts: Readonly<Record<Part | PlanPart, string>>;
  readonly platforms: Readonly<Record<Platform, string>>;
  readonly personas: ReadonlyMap<string, string>;
  readonly strategies: ReadonlyMap<string, { readonly skeptic: string; readonly advocate: string }>;
}

type ReviewStage = "system" | "propose" | "ballot" | "refute" | "defend" | "judge" | "compose" | "validate";
type PlanStage = `plan-${"system" | "open" | "rebut" | "assume" | "close" | "compose" | "validate"}` | "jury";
type Part =
  | "batch"
  | "instructions"
  | "description"
  | "again"
  | "failurePath"
  | "raised"
  | "said"
  | "excerpts"
  | "dossier";
type PlanPart =
  | `plan${"Context" | "Thread" | "Map" | "Files" | "Diff" | "Said" | "Premises" | "Raised" | "Wanted"}`
  | `jury${"Case" | "Seat"}`;

const strategies = ["adversarial", "consensus", "collaborative", "socratic", "devils-advocate"];

/** Sorts prompt files into `Prompts`; a name is the path below `src/prompts`. Throws when a file is missing or empty. */
export function promptsFrom(files: readonly { readonly name: string; readonly text: string }[]): Prompts {
  const texts = new Map(files.map(({ name, text }) => [name, text.replaceAll("\r\n", "\n").trim()]));
  const take = (name: string): string => {
    const text = texts.get(`${name}.md`) ?? "";
    if (text === "") throw new Error(`the prompt file ${name}.md is missing or empty`);
    return text;
  };
  const own = [...texts.keys()].flatMap(
    (name) => /^personas\/(?<persona>[a-z0-9-]+)\.md$/.exec(name)?.groups?.["persona"] ?? [],
  );
  return {
    stages: {
      system: take("stages/system"),
      propose: take("stages/propose"),
      ballot: take("stages/ballot"),
      refute: take("stages/refute"),
      defend: take("stages/defend"),
      judge: take("stages/judge"),
      compose: take("stages/compose"),
      validate: take("stages/validate"),
      "plan-system": take("stages/plan-system"),
      "plan-open": take("stages/plan-open"),
      "plan-rebut": take("stages/plan-rebut"),
      "plan-assume": take("stages/plan-assume"),
      "plan-close": take("stages/plan-close"),
      "plan-compose": take("stages/plan-compose"),
      "plan-validate": take("stages/plan-validate"),
      jury: take("stages/jury"),
    },
    parts: {
      batch: take("parts/batch"),
      instructions: take("parts/instructions"),
      description: take("parts/description"),
      again: take("parts/again"),
      failurePath: take("parts/failure-path"),
      raised: take("parts/raised"),
      said: take("parts/said"),
      excerpts: take("parts/excerpts"),
      dossier: take("parts/dossier"),
      planContext: take("parts/plan-context"),
      planThread: take("parts/plan-thread"),
      planMap: take("parts/plan-map"),
      planFiles: take("parts/plan-files"),
      planDiff: take("parts/plan-diff"),
      planSaid: take("parts/plan-said"),
      planPremises: take("parts/plan-premises"),
      planRaised: take("parts/plan-raised"),
      planWanted: take("parts/plan-wanted"),
      juryCase: take("parts/jury-case"),
      jurySeat: take("parts/jury-seat"),
    },
    platforms: {
      flutter: take("platforms/flutter"),
      android: take("platforms/android"),
      ios: take("platforms/ios"),
      backend: take("platforms/backend"),
      web: take("platforms/web"),
      general: take("platforms/general"),
    },
    personas: new Map([...new Set([...personas, ...own])].map((name) => [name, take(`personas/${name}`)])),
    strategies: new Map(strategies.map((name) => [name, sidesOf(name, take(`strategies/${name}`))])),
  };
}

/** A strategy file has one section for each side. */
function sidesOf(name: string, text: string): { skeptic: string; advocate: string } {
  const sides = /^## Skeptic\n(?<skeptic>[\s\S]+)\n## Advocate\n(?<advocate>[\s\S]+)$/.exec(text)?.groups;
  const skeptic = sides?.["skeptic"]?.trim() ?? "";
  const advocate = sides?.["advocate"]?.trim() ?? "";
  if (skeptic === "" || advocate === "") {
    throw new Error(`the prompt file strategies/${name}.md needs the sections "## Skeptic" and "## Advocate"`);
  }
  return { skeptic, advocate };
}
