/** "1 file", "3 files"; `many` where the plural has no plain s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
