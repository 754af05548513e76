type Environment = Readonly<Record<string, string | undefined>>;

const secretName =
  /(?:^|[_-])(?:(?:API)?KEY|TOKEN|SECRET|PASSWD|PASSPHRASE|PAT|CREDENTIALS?)(?:[_-]PREVIOUS)?$|PASSWORD$/i;

/** Every value of an environment that is a key, a token or a password by its variable's name, by its place in an address, or as a header. */
export function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    [
      ...(secretName.test(name) ? [value] : []),
      ...[...value.matchAll(/:\/\/[^\s/:@]{0,100}:(?<password>[^\s/@]{1,200})@/g)].map(
        ({ groups }) => groups?.["password"] ?? "",
      ),
      ...(/_HEADERS$/i.test(name) ? value.split("\n").map((line) => line.slice(line.indexOf(":") + 1)) : []),
    ].flatMap((found) => (found.trim() === "" ? [] : [found.trim()])),
  );
}
