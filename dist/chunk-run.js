import{i as e,n as t}from"./chunk-errors.js";import{t as n}from"./chunk-commands.js";import{i as r,y as i}from"./chunk-text.js";import{t as a}from"./chunk-secrets-in.js";import{t as o}from"./chunk-command2.js";function s(e){return`pr-debate ${e}: independent reviewers debate a change, and only what survives is reported.

Usage
  pr-debate review [BASE..HEAD] [options]   review a change in a git repository
  pr-debate plan "QUESTION" [options]       an argued plan for a question about a repository
  pr-debate serve                           run the GitHub App
  pr-debate config check [FILE]             check a configuration file
  pr-debate --version                       print the version
  pr-debate COMMAND --help                  more about a command

Try
  pr-debate review                          your work against the default branch
  pr-debate review --staged                 what you are about to commit
  pr-debate review HEAD~3..HEAD             the last three commits

Model seats sit at the table when ANTHROPIC_API_KEY, OPENAI_API_KEY or PR_DEBATE_SEATS is set, or when a CLI
agent (claude, codex, gemini, copilot) is installed. Without them rules review alone: no key, no network,
and the report says so.
`}const c={review:`Usage: pr-debate review [BASE..HEAD] [options]

Reviews a change and prints a report. Without arguments: this repository against its default branch,
with uncommitted and untracked files; when nothing differs, the last commit.

What to review
  BASE..HEAD       what HEAD changed since it left BASE (BASE...HEAD means the same; HEAD may be left out)
  --staged         what is staged for the next commit
  --diff FILE|-    a unified diff from a file or from stdin
  --pr REPO#N      a pull request on GitHub (OWNER/REPO#N), read with GITHUB_TOKEN; writes nothing without --publish
  --publish        with --pr: post the review, the summary and the check
  --repo DIR       the repository (default: the current folder); with --diff, where the whole files are

How
  --config FILE    settings, instead of .github/pr-debate.yml at the merge base
  --offline        rules only, whatever keys are set
  --estimate       say what a review would cost, and ask no model

Output
  --format NAME    text (default), markdown, json, sarif or html
  --out FILE       write the report to a file instead of stdout
  --no-report      do not keep .debate/review-<time>.md and .json

Exit code
  0  the change passes: clean, findings that do not block, or nothing to review
  1  blocked: at least one finding at the blocking severity (P0 by default)
  2  wrong usage or configuration
  3  inconclusive: the review is incomplete, which is not a finding about the code

Examples
  pr-debate review main..HEAD --format html --out review.html
  git diff main | pr-debate review --diff -
  pr-debate review --format sarif --out review.sarif
`,plan:`Usage: pr-debate plan "QUESTION" [options]

Several model seats answer a question with plans of their own, judge each other's steps, say what their plans rest on
and close; what is backed becomes one plan, with what was against it. A plan needs a model: set ANTHROPIC_API_KEY,
OPENAI_API_KEY or PR_DEBATE_SEATS, or install a CLI agent.

The seats see the question, the paths of the repository's files, the files that the question names (write their
paths), and the work that differs from the default branch. Secrets are replaced before.

How
  --repo DIR       the repository (default: the current folder)
  --config FILE    settings, instead of .github/pr-debate.yml at the merge base; plan.jury and plan.max-words are its own
  --estimate       say what a plan would cost, and ask no model

Output
  --format NAME    text (default), markdown or json
  --out FILE       write the plan to a file instead of stdout
  --no-report      do not keep .debate/plan-<time>.md and .json

Exit code
  0  there is a plan; it says so itself where seats or stages are missing
  2  wrong usage or configuration
  3  no plan: no model seat, or none delivered

Examples
  pr-debate plan "How do we rate-limit src/search.ts without a new service?"
  pr-debate plan "Split src/orders.ts into modules" --format markdown --out plan.md
`,serve:`Usage: pr-debate serve

Runs the GitHub App until it is stopped: takes webhooks at /api/github/webhooks, reviews pull requests, and keeps
what it must remember in PGlite, or in PostgreSQL with DATABASE_URL. The log goes to stderr. Without an App's id and
key it shows a page, on this machine only, that makes the App.

Environment, or a file .env in the current folder
  APP_ID, PRIVATE_KEY or PRIVATE_KEY_PATH, WEBHOOK_SECRET    the App's, from its settings page
  WEBHOOK_SECRET_PREVIOUS                                    the old secret while it is being replaced
  HOST (127.0.0.1), PORT (3000), LOG_LEVEL (info)
  PR_DEBATE_DATA_DIR (.pr-debate) or DATABASE_URL            where the store lies
  ANTHROPIC_API_KEY, OPENAI_API_KEY, PR_DEBATE_SEATS         the reviewers; without them rules review alone

docs/operations.md: install, scale, back up, rotate secrets, upgrade.
`,config:`Usage: pr-debate config check [FILE]

Checks a configuration file (default: .github/pr-debate.yml) and names every mistake with its line.
What its seats still need in this environment, such as a key, is a remark and no mistake.
Exit code 0: valid; 2: not valid or not readable.
`};function l(e){return c[e]??``}const u={review:async()=>(await import(`./chunk-review-command.js`)).reviewCommand,plan:async()=>(await import(`./chunk-plan-command.js`)).planCommand,serve:async()=>(await import(`./chunk-serve-command.js`)).serveCommand,config:async()=>(await import(`./chunk-config-command.js`)).configCommand};async function d(e,t,n){process.stderr.on(`error`,()=>void 0);let[r,...i]=e;if(r===void 0||r===`--help`||r===`-h`||r===`help`)return process.stdout.write(s(t)),r===void 0?o.usage:o.passing;let a=Object.hasOwn(u,r)?u[r]:void 0;return a===void 0?p(`Unknown command "${r}".`,`Commands: ${Object.keys(u).join(`, `)}. See pr-debate --help.`):i.includes(`--help`)||i.includes(`-h`)?(process.stdout.write(l(r)),o.passing):f(await a(),i,t,n)}async function f(s,c,l,u){let d=new AbortController,f=()=>{d.signal.aborted&&process.exit(o.interrupted),d.abort(/* @__PURE__ */ Error(`interrupted`))};process.on(`SIGINT`,f),process.on(`SIGTERM`,f);try{return await s(c,{version:l,env:u,signal:d.signal})}catch(s){if(d.signal.aborted)return process.stderr.write(`pr-debate: interrupted. Nothing was concluded and no report was written.
`),o.interrupted;let c=e=>r(e,a(u));if(s instanceof t)return p(c(s.message),c(s.hint));let l=n(i(c(e(s))));return process.stderr.write(`pr-debate: stopped by a fault of its own: ${l}\n`),u.LOG_LEVEL===`debug`&&s instanceof Error?process.stderr.write(`${n(i(c(s.stack??``)))}\n`):process.stderr.write(`  Nothing was concluded. LOG_LEVEL=debug shows where; please report it.
`),o.inconclusive}finally{process.off(`SIGINT`,f),process.off(`SIGTERM`,f)}}function p(e,t){return process.stderr.write(n(`pr-debate: ${i(e)}\n  ${i(t)}\n`)),o.usage}export{d as run};