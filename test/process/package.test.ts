import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { injection } from "../surfaces/cli/run-cli.ts";

/** What users get: the packed package, installed into an empty folder. Its one dependency comes from this folder, so it needs no network. */
let folder = "";
let repository: GitRepository;
beforeAll(() => {
  repository = gitRepository();
  folder = mkdtempSync(join(tmpdir(), "pr-debate-package-"));
  npm(["pack", "--ignore-scripts", "--pack-destination", folder], process.cwd());
  npm(["pack", "--ignore-scripts", "--pack-destination", folder], join(process.cwd(), "node_modules/zod"));
  // Else npm takes the next folder above that has one.
  writeFileSync(join(folder, "package.json"), "{}");
  const tarball = `pr-debate-${packageJson.version}.tgz`;
  npm(
    [
      "install",
      "--offline",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      `./${tarball}`,
      `./zod-${packageJson.dependencies.zod}.tgz`,
    ],
    folder,
  );
});
afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true });
});

function npm(args: readonly string[], cwd: string): void {
  execFileSync("npm", args, { cwd, stdio: "pipe", env: { ...process.env, npm_config_cache: join(folder, "cache") } });
}

/** As `npx pr-debate` runs it. */
function run(args: readonly string[]) {
  const program = join(folder, "node_modules/.bin/pr-debate");
  return spawnSync(process.execPath, [program, ...args], {
    cwd: repository.path,
    env: repository.env,
    encoding: "utf8",
    // A program that waits for ever would hold up the whole suite.
    timeout: 60_000,
  });
}

test("installing the package brings the library of its types and nothing else, and less than 60 MB", () => {
  const modules = join(folder, "node_modules");
  expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["pr-debate", "zod"]);
  expect(readdirSync(join(modules, "pr-debate")).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  const sizes = globSync("**/*", { cwd: modules }).map((name) => statSync(join(modules, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000_000);
});

test("the installed command reviews a repository, sets it up and checks it", () => {
  repository.write("src/a.ts", "export const a = 1;\n");
  repository.commit();
  repository.write("src/search.ts", injection);
  const review = run(["review", "--offline", "--no-report", "--format", "json"]);
  expect(review.stderr).not.toMatch(/Warning|internal error/);
  expect(review.status).toBe(1);
  expect(JSON.parse(review.stdout)).toMatchObject({ kind: "review", result: "blocked" });
  expect(run(["init"])).toMatchObject({ status: 0, stderr: "" });
  expect(run(["config", "check"])).toMatchObject({ status: 0 });
  expect(run(["doctor", "--offline"])).toMatchObject({ status: 0, stderr: "" });
  expect(run(["personas"])).toMatchObject({ status: 0, stderr: "" });
  expect(run(["--version"]).stdout).toBe(`${packageJson.version}\n`);
});

/** What publint and Are the types wrong look for, without them: `npm run check-release` runs these. */
test.each([
  ["nodenext", "nodenext", "use.mts"],
  ["preserve", "bundler", "use.ts"],
  ["nodenext", "nodenext", "use.cts"],
])(
  "the types of the package hold under strict settings, with module %s and resolution %s, in %s",
  (module, moduleResolution, name) => {
    const source = `import { type Review, review } from "pr-debate";
async function titles(): Promise<string[]> {
  const { findings }: Review = await review({ range: "main..HEAD" });
  return findings.map(({ title }) => title);
}
// @ts-expect-error A severity that does not exist.
void review({ blockOn: "P7" });
console.log(titles);
`;
    const options = {
      strict: true,
      noEmit: true,
      module,
      moduleResolution,
      target: "es2024",
      lib: ["es2024", "dom"],
      types: [],
    };
    writeFileSync(join(folder, name), source);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [name] }));
    const compiler = spawnSync(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder], {
      encoding: "utf8",
    });
    expect(compiler.stdout).toBe("");
    expect(compiler.status).toBe(0);
  },
);

test.each([
  ["import", "--input-type=module", 'import { review } from "pr-debate"; console.log(typeof review)'],
  ["require", "--input-type=commonjs", 'console.log(typeof require("pr-debate").review)'],
])("a program gets the library by %s", (_name, type, source) => {
  const { stdout } = spawnSync(process.execPath, [type, "--eval", source], { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe("function\n");
});

test("the App says which packages it needs, with the command that installs them all", () => {
  const { status, stdout, stderr } = run(["serve"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(
    /^pr-debate: The GitHub App needs packages that are not installed, such as [\w@/-]+: .*\n {2}/,
  );
  const versions = new Map(Object.entries<string>(packageJson.devDependencies));
  for (const name of packageJson.appPackages) expect(stderr).toContain(` ${name}@${versions.get(name)}`);
  expect(stderr).toContain(`npm install --global pr-debate@${packageJson.version} `);
});

// They are minified: a blank before the name is in a text.
test("the built files load nothing that is not there: Node's own modules, each other, and the App's packages", () => {
  const loaded = globSync("dist/*.js").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:from|import\(?)["'`](?<name>[\w@][\w@/:.-]*)["'`]/g)].map(
      (match) => match.groups?.["name"] ?? "",
    ),
  );
  const { appPackages } = packageJson;
  const isApp = (name: string): boolean => appPackages.some((one) => name === one || name.startsWith(`${one}/`));
  expect(loaded.length).toBeGreaterThan(20);
  expect([...new Set(loaded)].filter((name) => !isBuiltin(name) && !isApp(name))).toEqual([]);
});

test("the package depends on the library of its types alone, and the list of the App's packages has their versions", () => {
  expect(Object.keys(packageJson.dependencies)).toEqual(["zod"]);
  expect(packageJson).not.toHaveProperty("optionalDependencies");
  expect(Object.keys(packageJson.devDependencies)).toEqual(expect.arrayContaining(packageJson.appPackages));
});
