import { type Platform, platforms } from "../domain/change.ts";
import { personas } from "../domain/known-names.ts";

/** The texts of `src/prompts`, by name. Extra persona files are personas like the built-in ones. */
export interface Prompts {
  /** One text for each stage of `stages/index.ts`. */
  readonly stages: ReadonlyMap<string, string>;
  readonly parts: Readonly<ReturnType<typeof partsFrom>>;
  readonly platforms: ReadonlyMap<Platform, string>;
  readonly personas: ReadonlyMap<string, string>;
  readonly strategies: ReadonlyMap<string, { readonly skeptic: string; readonly advocate: string }>;
}

const strategies = ["adversarial", "consensus", "collaborative", "socratic", "devils-advocate"];

/** Sorts prompt files into `Prompts`; a name is the path below `src/prompts`. Throws when a file is missing or empty. */
export function promptsFrom(
  files: readonly { readonly name: string; readonly text: string }[],
  stages: readonly string[],
): Prompts {
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
    stages: new Map(stages.map((name) => [name, take(`stages/${name}`)])),
    parts: partsFrom(take),
    platforms: new Map(platforms.map((name) => [name, take(`platforms/${name}`)])),
    personas: new Map([...new Set([...personas, ...own])].map((name) => [name, take(`personas/${name}`)])),
    strategies: new Map(strategies.map((name) => [name, sidesOf(name, take(`strategies/${name}`))])),
  };
}

/** Texts that several stages share, or that a stage uses in addition to its own. */
function partsFrom(take: (name: string) => string) {
  return {
    system: take("stages/system"),
    planSystem: take("stages/plan-system"),
    batch: take("parts/batch"),
    instructions: take("parts/instructions"),
    description: take("parts/description"),
    again: take("parts/again"),
    tools: take("parts/tools"),
    toolsSpent: take("parts/tools-spent"),
    slice: take("parts/slice"),
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
