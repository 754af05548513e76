import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { categories } from "../domain/severity.ts";
import { plain, unlinked } from "../text/text.ts";
import { ruleNamed } from "./rules.ts";

/** What SARIF calls a rule: the offline rule that spoke, and for a model's finding its category. */
export function ruleIdOf({ rule, category }: Pick<Finding, "rule" | "category">): string {
  return rule ?? category;
}

/** A descriptor for each rule that results name, by its id. The words of a repository's own rule are untrusted. */
export function ruleDescriptors(review: Review): { id: string }[] {
  const { findings, silenced } = review;
  const used = categories.filter((category) =>
    findings.some((one) => one.rule === undefined && one.category === category),
  );
  const rules = [...new Set([...findings, ...silenced].flatMap(({ rule }) => rule ?? []))];
  // A repository may call its rule like a category; the rule's words say more.
  const bare = used.filter((category) => !rules.includes(category));
  return [
    ...bare.map((id) => ({ id, shortDescription: { text: `A finding of the category ${id}` } })),
    ...rules.map((id) => descriptorOf(review, id)),
  ];
}

function descriptorOf(review: Review, id: string): { id: string } {
  const known = ruleNamed(review, id);
  if (known === null) return { id };
  const { title, help, url } = known;
  return {
    id,
    ...{ shortDescription: { text: inert(title) }, help: { text: unlinked(help) } },
    ...(url === null ? {} : { helpUri: url }),
  };
}

function inert(text: string): string {
  return unlinked(plain(text));
}
