import { phaseKey } from "./steps.ts";

interface Waiting {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  readonly dependsOn: readonly string[];
}

export interface Ordered<Step> {
  readonly phases: readonly { readonly title: string; readonly steps: readonly Step[] }[];
  /** Names dependencies in a circle and phases in several parts. */
  readonly notes: readonly string[];
}

/**
 * Phases and steps after those they depend on, and otherwise in the given order. Where steps depend on each other, the first one drops its
 * dependency; where phases do, one of them is split into parts. `dependsOn` of the result names earlier steps only.
 */
export function orderSteps<Step extends Waiting>(steps: readonly Step[]): Ordered<Step> {
  const needed = withoutCircles(steps);
  const parts = inParts(steps, needed);
  const titles = new Map(steps.toReversed().map(({ phase }) => [phaseKey(phase), phase]));
  const keys = parts.map(([first]) => phaseKey(first?.phase ?? ""));
  const phases = parts.map((part, index) => {
    const key = keys[index] ?? "";
    const title = titles.get(key) ?? "";
    return {
      title: keys.indexOf(key) === index ? title : `${title} (continued)`.trim(),
      steps: part.map((step) => ({ ...step, phase: title, dependsOn: needed.get(step.id) ?? [] })),
    };
  });
  return { phases, notes: [...circleNotes(steps, parts.flat(), needed), ...partNotes(titles, keys)] };
}

type Needed = ReadonlyMap<string, readonly string[]>;

/** The dependencies on other steps of the list that can all be kept. In a circle, the first step gives up its own. */
function withoutCircles(steps: readonly Waiting[]): Needed {
  const needed = new Map<string, readonly string[]>();
  const rest = [...steps];
  while (rest.length > 0) {
    const waitsFor = ({ id, dependsOn }: Waiting): Waiting[] =>
      rest.filter((other) => other.id !== id && dependsOn.includes(other.id));
    const next = rest.find((step) => waitsForNoOther(step, waitsFor));
    if (next === undefined) break;
    rest.splice(rest.indexOf(next), 1);
    needed.set(
      next.id,
      [...new Set(next.dependsOn)].filter((id) => needed.has(id)),
    );
  }
  return needed;
}

/** Each part is a phase, or as much of it as can be done before another phase. */
function inParts<Step extends Waiting>(steps: readonly Step[], needed: Needed): Step[][] {
  const phases = [...Map.groupBy(steps, ({ phase }) => phaseKey(phase)).values()];
  const done = new Set<string>();
  const parts: Step[][] = [];
  while (done.size < steps.length) {
    const open = phases.map((own) => own.filter(({ id }) => !done.has(id))).filter((own) => own.length > 0);
    const waitsFor = (own: Step[]): Step[][] => {
      const ids = new Set(own.flatMap(({ id }) => needed.get(id) ?? []));
      return open.filter((other) => other !== own && other.some(({ id }) => ids.has(id)));
    };
    const part = open
      .filter((own) => waitsForNoOther(own, waitsFor))
      .map((own) => doable(own, needed, done))
      .find((own) => own.length > 0);
    if (part === undefined) break;
    for (const { id } of part) done.add(id);
    parts.push(part);
  }
  return parts;
}

/** The steps of a phase that wait for no other phase, in an order in which they can be done. */
function doable<Step extends Waiting>(own: readonly Step[], needed: Needed, done: ReadonlySet<string>): Step[] {
  const met = new Set(done);
  const rest = [...own];
  const part: Step[] = [];
  for (;;) {
    const next = rest.findIndex(({ id }) => (needed.get(id) ?? []).every((other) => met.has(other)));
    if (next === -1) return part;
    for (const step of rest.splice(next, 1)) {
      met.add(step.id);
      part.push(step);
    }
  }
}

/** Whether it waits for nothing, or only for items that in turn wait for it. */
function waitsForNoOther<Item>(item: Item, waitsFor: (item: Item) => readonly Item[]): boolean {
  return [...reached(item, waitsFor)].every((other) => reached(other, waitsFor).has(item));
}

function reached<Item>(from: Item, waitsFor: (item: Item) => readonly Item[]): Set<Item> {
  const found = new Set<Item>();
  const open = [from];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const fresh = waitsFor(item).filter((next) => !found.has(next));
    for (const next of fresh) found.add(next);
    open.push(...fresh);
  }
  return found;
}

function circleNotes(steps: readonly Waiting[], ordered: readonly Waiting[], needed: Needed): string[] {
  const numbers = new Map(ordered.map(({ id }, index) => [id, index + 1]));
  const named = (id: string): string =>
    `step ${numbers.get(id)} ("${steps.find((step) => step.id === id)?.title ?? ""}")`;
  return ordered.flatMap(({ id, dependsOn }) =>
    [...new Set(dependsOn)]
      .filter((other) => other !== id && numbers.has(other) && needed.get(id)?.includes(other) === false)
      .map(
        (other) =>
          `S${named(id).slice(1)} comes before ${named(other)}, on which it depends: they depend on each other.`,
      ),
  );
}

function partNotes(titles: ReadonlyMap<string, string>, keys: readonly string[]): string[] {
  return [...new Set(keys)].flatMap((key) => {
    const parts = keys.filter((other) => other === key).length;
    return parts < 2
      ? []
      : [
          `The phase "${titles.get(key) ?? ""}" comes in ${parts} parts: it and other phases depend on steps of each other.`,
        ];
  });
}
