import { expect, test } from "vitest";
import { addressesIn } from "../../../src/github/client/access.ts";

test.each([
  ["nothing is set", {}, "https://api.github.com", "https://api.github.com/graphql", "https://github.com"],
  [
    "the variable is empty",
    { GITHUB_API_URL: "", GITHUB_SERVER_URL: "" },
    "https://api.github.com",
    "https://api.github.com/graphql",
    "https://github.com",
  ],
  [
    "an Enterprise cloud with residence",
    { GITHUB_API_URL: "https://api.octo.ghe.com" },
    "https://api.octo.ghe.com",
    "https://api.octo.ghe.com/graphql",
    "https://octo.ghe.com",
  ],
  [
    "an Enterprise server",
    { GITHUB_API_URL: "https://ghe.example/api/v3/" },
    "https://ghe.example/api/v3",
    "https://ghe.example/api/graphql",
    "https://ghe.example",
  ],
  [
    "another host of this name",
    { GITHUB_API_URL: "https://api.example.com" },
    "https://api.example.com",
    "https://api.example.com/graphql",
    null,
  ],
  ["a proxy", { GITHUB_API_URL: "http://proxy:8080//" }, "http://proxy:8080", "http://proxy:8080/graphql", null],
  [
    "all are set",
    {
      GITHUB_API_URL: "https://one.example",
      GITHUB_GRAPHQL_URL: "https://two.example/q/",
      GITHUB_SERVER_URL: "https://three.example/",
    },
    "https://one.example",
    "https://two.example/q",
    "https://three.example",
  ],
])("the addresses when %s", (_, env, apiUrl, graphqlUrl, webUrl) => {
  expect(addressesIn(env)).toEqual({ apiUrl, graphqlUrl, webUrl });
});

test.each([
  [{ GITHUB_API_URL: "github.example" }, 'GITHUB_API_URL is "github.example".'],
  [{ GITHUB_API_URL: "http://" }, 'GITHUB_API_URL is "http:".'],
  [{ GITHUB_GRAPHQL_URL: "ftp://ghe.example" }, 'GITHUB_GRAPHQL_URL is "ftp://ghe.example".'],
])("%j is an error that names the variable and its value", (env, sentence) => {
  expect(() => addressesIn(env)).toThrow(sentence);
});
