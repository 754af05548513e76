/** Every GraphQL document this program sends; docs/github-api.md lists them with the permissions they need. */

/** How many texts one request asks for; file names go in as variables, never into the document. */
export const textsPerRequest = 100;

const blob = "__typename ... on Blob { text isBinary isTruncated byteSize oid }";

/** `$e0 … $eN` are `<sha>:<path>`; `$baseN` and `$headN` are paths whose modes are asked for, at `$base` and `$head`. */
export function textsDocument(count: number, modes: { readonly base: number; readonly head: number }): string {
  const sides = (["base", "head"] as const).filter((side) => modes[side] > 0);
  const variables = [
    ...numbersTo(count).map((index) => `$e${index}: String!`),
    ...sides.flatMap((side) => [`$${side}: String!`, ...numbersTo(modes[side]).map((at) => `$${side}${at}: String!`)]),
  ];
  const fields = [
    ...numbersTo(count).map((index) => `f${index}: object(expression: $e${index}) { ${blob} }`),
    ...sides.map((side) => {
      const entries = numbersTo(modes[side]).map((at) => `m${at}: file(path: $${side}${at}) { mode }`);
      return `${side}: object(expression: $${side}) { ... on Commit { ${entries.join(" ")} } }`;
    }),
  ];
  return `query Texts($owner: String!, $name: String!, ${variables.join(", ")}) {
  repository(owner: $owner, name: $name) {
    ${fields.join("\n    ")}
  }
}`;
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The revision itself, some files and some folders with their files, all at one revision. */
export function baseDocument(files: number, folders: number): string {
  const file = Array.from({ length: files }, (_, index) => index);
  const folder = Array.from({ length: folders }, (_, index) => index);
  const variables = [...file.map((index) => `$e${index}: String!`), ...folder.map((index) => `$d${index}: String!`)];
  return `query Base($owner: String!, $name: String!, $revision: String!, ${variables.join(", ")}) {
  repository(owner: $owner, name: $name) {
    revision: object(expression: $revision) { oid }
    ${file.map((index) => `f${index}: object(expression: $e${index}) { ${blob} }`).join("\n    ")}
    ${folder
      .map(
        (index) =>
          `d${index}: object(expression: $d${index}) { __typename ... on Tree { entries { name type mode object { ${blob} } } } }`,
      )
      .join("\n    ")}
  }
}`;
}

const written = "fullDatabaseId body viewerDidAuthor editor { __typename login }";
const dated = `${written} url createdAt lastEditedAt`;
const page = "pageInfo { hasNextPage endCursor }";

/** Own posts: threads, comments and reviews, a hundred each a page; `with…` leave out what was read to its end, or is not asked for. */
export const ownPostsDocument = `query OwnPosts($owner: String!, $name: String!, $number: Int!, $threads: String, $comments: String, $reviews: String, $head: GitObjectID!, $checkName: String!, $withChecks: Boolean!, $withThreads: Boolean!, $withComments: Boolean!, $withReviews: Boolean!) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    object(oid: $head) @include(if: $withChecks) {
      ... on Commit {
        checkSuites(first: 20, filterBy: { checkName: $checkName }) {
          nodes { app { slug } checkRuns(first: 20) { nodes { externalId } } }
        }
      }
    }
    pullRequest(number: $number) {
      headRefOid
      baseRefName
      baseRefOid
      reviewThreads(first: 100, after: $threads) @include(if: $withThreads) {
        ${page}
        nodes { id path isResolved isOutdated comments(first: 100) { totalCount nodes { ${written} } } }
      }
      comments(first: 100, after: $comments) @include(if: $withComments) {
        ${page}
        nodes { ${written} }
      }
      reviews(first: 100, after: $reviews) @include(if: $withReviews) {
        ${page}
        nodes { ${written} state }
      }
    }
  }
}`;

/** Where people talk, and the head of the default branch: an issue, or a pull request as one. */
export const issueDocument = `query Issue($owner: String!, $name: String!, $number: Int!, $comments: String) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    issueOrPullRequest(number: $number) {
      ... on Issue { title body comments(first: 100, after: $comments) { totalCount ${page} nodes { ${dated} } } }
      ... on PullRequest { title body headRefOid comments(first: 100, after: $comments) { totalCount ${page} nodes { ${dated} } } }
    }
  }
}`;

/** A thread with the signs that its comments got; GitHub counts at most 100 + 100 x 8 x 100 nodes, of the 500,000 it allows. */
export const threadDocument = `query Thread($thread: ID!, $comments: String) {
  viewer { login }
  node(id: $thread) {
    ... on PullRequestReviewThread {
      comments(first: 100, after: $comments) {
        ${page}
        nodes {
          ${written}
          reactionGroups {
            content
            viewerHasReacted
            reactors(first: 100) { edges { reactedAt node { __typename ... on Bot { login } ... on User { login } } } }
          }
        }
      }
    }
  }
}`;

/** Per thread a reply, where there is one to give, and what becomes of it; `$t…` are node ids, `$b…` bodies. */
export function resolveDocument(
  writes: readonly { readonly hasReply: boolean; readonly end: "resolve" | "reopen" | "leave" }[],
): string {
  const variables = writes.flatMap(({ hasReply }, index) => [
    `$t${index}: ID!`,
    ...(hasReply ? [`$b${index}: String!`] : []),
  ]);
  const fields = writes.flatMap(({ hasReply, end }, index) => [
    ...(hasReply
      ? [
          `r${index}: addPullRequestReviewThreadReply(input: {pullRequestReviewThreadId: $t${index}, body: $b${index}}) { comment { id } }`,
        ]
      : []),
    ...(end === "leave"
      ? []
      : [`s${index}: ${mutations[end]}(input: {threadId: $t${index}}) { thread { id isResolved } }`]),
  ]);
  return `mutation Resolve(${variables.join(", ")}) {\n  ${fields.join("\n  ")}\n}`;
}

const mutations = { resolve: "resolveReviewThread", reopen: "unresolveReviewThread" } as const;
