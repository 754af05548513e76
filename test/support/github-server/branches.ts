import { type Answer, created, forbidden, notFound, ok, unprocessable } from "./answer.ts";
import { type Call, shownPull } from "./call.ts";
import { addCommit, ancestorsOf, type Pull, sha1, type World } from "./world.ts";

/** Branches, files on them, and pull requests from them, as a program may change them. */
export const branchHandlers: Readonly<Record<string, (call: Call) => Answer>> = {
  "GET /repos/{owner}/{repo}": ({ world: { id, repo, defaultBranch } }) =>
    ok({ id, full_name: repo, default_branch: defaultBranch?.ref ?? "main" }),
  "GET /repos/{owner}/{repo}/git/ref/{ref}": ({ world, values }) => {
    const sha = shaOf(world, nameIn(values[0] ?? ""));
    return sha === undefined ? notFound : ok({ object: { sha, type: "commit" } });
  },
  "POST /repos/{owner}/{repo}/git/refs": ({ world, viewer, body }) => {
    if (viewer.permissions.contents !== "write") return forbidden;
    const name = nameIn(String(body["ref"]).replace(/^refs\//, ""));
    if (shaOf(world, name) !== undefined) return unprocessable({ message: "Reference already exists" });
    world.branches.set(name, String(body["sha"]));
    return created({ object: { sha: body["sha"] } });
  },
  "PATCH /repos/{owner}/{repo}/git/refs/{ref}": ({ world, viewer, values, body }) => {
    if (viewer.permissions.contents !== "write") return forbidden;
    const name = nameIn(values[0] ?? "");
    const [before, sha] = [shaOf(world, name), String(body["sha"])];
    if (before === undefined) return notFound;
    if (body["force"] !== true && !ancestorsOf(world, sha).includes(before))
      return unprocessable({ message: "Update is not a fast forward" });
    moveBranch(world, name, sha);
    return ok({ object: { sha } });
  },
  "GET /repos/{owner}/{repo}/contents/{path}": ({ world, values, url }) => {
    const ref = url.searchParams.get("ref") ?? world.defaultBranch?.ref ?? "";
    const text = world.commits.get(shaOf(world, ref) ?? ref)?.files[decodeURIComponent(values[0] ?? "")];
    if (text === undefined) return notFound;
    return ok({ type: "file", encoding: "base64", content: Buffer.from(text).toString("base64"), sha: sha1(text) });
  },
  "PUT /repos/{owner}/{repo}/contents/{path}": ({ world, viewer, values, body }) => {
    if (viewer.permissions.contents !== "write") return forbidden;
    const path = decodeURIComponent(values[0] ?? "");
    const name = String(body["branch"]);
    const before = shaOf(world, name);
    if (before === undefined) return notFound;
    const files = world.commits.get(before)?.files ?? {};
    const known = files[path] === undefined ? undefined : sha1(files[path]);
    if (known !== body["sha"])
      return { status: 409, body: { message: `${path} does not match ${String(body["sha"])}` } };
    const text = Buffer.from(String(body["content"]), "base64").toString("utf8");
    const sha = addCommit(world, { ...files, [path]: text }, [before], String(body["message"]));
    moveBranch(world, name, sha);
    return { status: known === undefined ? 201 : 200, body: { content: { sha: sha1(text) }, commit: { sha } } };
  },
  "POST /repos/{owner}/{repo}/pulls": ({ world, viewer, body }) => {
    if (viewer.permissions.pull_requests !== "write") return forbidden;
    const [head, base] = [String(body["head"]), String(body["base"])];
    const [headSha, baseSha] = [shaOf(world, head), shaOf(world, base)];
    if (headSha === undefined || baseSha === undefined) return unprocessable({ field: "head", code: "invalid" });
    if ([...world.pulls.values()].some((one) => one.isOpen && isFrom(world, one, head)))
      return unprocessable({ message: `A pull request already exists for ${head}.` });
    if (headSha === baseSha) return unprocessable({ message: `No commits between ${base} and ${head}` });
    const pull: Pull = {
      number: Math.max(0, ...world.pulls.keys()) + 1,
      ...{ isOpen: true, isDraft: false, title: String(body["title"]), body: String(body["body"]) },
      ...{ author: viewer.login, isByBot: viewer.isApp, labels: [] },
      base: { ref: base, sha: baseSha },
      head: { ref: head, sha: headSha, repo: world.repo },
    };
    world.pulls.set(pull.number, pull);
    return created(shownPull(world, pull));
  },
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": ({ world, viewer, values, body }) => {
    const pull = world.pulls.get(Number(values[0]));
    if (pull === undefined) return notFound;
    if (viewer.permissions.pull_requests !== "write") return forbidden;
    if (body["body"] !== undefined) pull.body = String(body["body"]);
    return ok(shownPull(world, pull));
  },
};

/** `heads/pr-debate%2Fmemory` as a path has it. */
function nameIn(ref: string): string {
  return decodeURIComponent(ref).replace(/^heads\//, "");
}

function shaOf({ defaultBranch, branches }: World, name: string): string | undefined {
  return name === defaultBranch?.ref ? defaultBranch.sha : branches.get(name);
}

/** The head of an open pull request follows its branch. */
export function moveBranch(world: World, name: string, sha: string): void {
  if (name === world.defaultBranch?.ref) world.defaultBranch.sha = sha;
  else world.branches.set(name, sha);
  for (const pull of world.pulls.values()) if (pull.isOpen && isFrom(world, pull, name)) pull.head.sha = sha;
}

function isFrom({ repo }: World, { head }: Pull, name: string): boolean {
  return head.repo === repo && head.ref === name;
}
