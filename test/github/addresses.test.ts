import { expect, test } from "vitest";
import { addressesIn } from "../../src/github/access.ts";

test.each([
  ["nothing is set", {}, "https://api.github.com", "https://api.github.com/graphql"],
  ["the variable is empty", { GITHUB_API_URL: "" }, "https://api.github.com", "https://api.github.com/graphql"],
  [
    "an Enterprise server",
    { GITHUB_API_URL: "https://ghe.example/api/v3/" },
    "https://ghe.example/api/v3",
    "https://ghe.example/api/graphql",
  ],
  ["a proxy", { GITHUB_API_URL: "http://proxy:8080//" }, "http://proxy:8080", "http://proxy:8080/graphql"],
  [
    "both are set",
    { GITHUB_API_URL: "https://one.example", GITHUB_GRAPHQL_URL: "https://two.example/q/" },
    "https://one.example",
    "https://two.example/q",
  ],
])("the addresses when %s", (_, env, apiUrl, graphqlUrl) => {
  expect(addressesIn(env)).toEqual({ apiUrl, graphqlUrl });
});

test.each([
  [{ GITHUB_API_URL: "github.example" }, 'GITHUB_API_URL is "github.example".'],
  [{ GITHUB_API_URL: "http://" }, 'GITHUB_API_URL is "http:".'],
  [{ GITHUB_GRAPHQL_URL: "ftp://ghe.example" }, 'GITHUB_GRAPHQL_URL is "ftp://ghe.example".'],
])("%j is an error that names the variable and its value", (env, sentence) => {
  expect(() => addressesIn(env)).toThrow(sentence);
});
