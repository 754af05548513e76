/**
 * Fills `{{name}}` in a template, once: what a value contains is never a template. Throws when the template names a variable that is not
 * given, and when a given one is not used: both are mistakes in the prompt files, never in what is reviewed.
 */
export function render(template: string, variables: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const text = template.trim().replace(/\{\{([^{}]*)\}\}/g, (_placeholder, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) throw new Error(`a prompt names the variable {{${name}}}, which it is not given`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(variables).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`a prompt does not use the variable ${unused.join(", ")}`);
  return text;
}
