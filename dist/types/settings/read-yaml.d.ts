/** One mistake in the file. `line` is 1-based, null when it concerns the whole file. */
export interface Problem {
	readonly line: number | null;
	readonly text: string;
}
export type YamlReading = {
	readonly ok: true;
	readonly value: unknown;
	readonly lineOf: (path: readonly PropertyKey[]) => number | null;
} | {
	readonly ok: false;
	readonly problems: readonly Problem[];
};
/**
 * Reads one small YAML mapping without trusting it (H57): it measures size and depth before it builds anything, and refuses aliases, tags,
 * duplicate keys and further documents. `lineOf` gives the line of a key or list item, or of the nearest one above it.
 */
export declare function readYaml(text: string): YamlReading;
