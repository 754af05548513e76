import { createHash } from "node:crypto";
import { html as encode } from "../../../text/text.ts";

/** What the pages of the set-up show. Everything in it is escaped. */
export interface AppOffer {
  /** Where GitHub will send its webhooks; null while it is not known. */
  readonly publicUrl: string | null;
  /** Why a given address cannot be used; null where it can, or none was given. */
  readonly fault: string | null;
  /** The address that was typed, or an empty text. */
  readonly typed: string;
  /** Where the browser sends the manifest. */
  readonly registerAt: string;
  readonly manifest: string;
  readonly permissions: readonly (readonly [area: string, level: string])[];
  readonly events: readonly string[];
}

/** The page that asks for the public address, says what the App asks for, and sends its manifest to GitHub. */
export function offerPage({ publicUrl, fault, typed, registerAt, manifest, permissions, events }: AppOffer): string {
  const address = publicUrl ?? typed;
  const known =
    publicUrl === null
      ? "<p>GitHub sends webhooks there, so it must be reachable from GitHub: not localhost and not a private address. Behind a firewall, a tunnel gives one.</p>"
      : `<p>GitHub will call <code>${encode(publicUrl)}/api/github/webhooks</code>.</p>`;
  return page("Set up PR Debate", [
    "<p>Independent reviewers debate each pull request, and only what survives is posted.</p>",
    "<h2>1. The public address</h2>",
    known,
    fault === null ? "" : `<p class="fault">${encode(fault)}</p>`,
    `<form method="get" action="/"><label>Address <input name="address" type="url" required placeholder="https://debate.example.com" value="${encode(address)}"></label> <button>Use this address</button></form>`,
    "<h2>2. What the App asks for</h2>",
    `<table><thead><tr><th>Permission</th><th>Level</th></tr></thead><tbody>${permissions
      .map(([area, level]) => `<tr><td>${encode(area.replaceAll("_", " "))}</td><td>${encode(level)}</td></tr>`)
      .join("")}</tbody></table>`,
    `<p>It never writes code. Events: ${encode(events.map((name) => name.replaceAll("_", " ")).join(", "))}.</p>`,
    "<h2>3. Register it</h2>",
    publicUrl === null
      ? "<p>First give the public address.</p>"
      : `<form method="post" action="${encode(registerAt)}"><input type="hidden" name="manifest" value="${encode(manifest)}"><button class="main">Register the App on GitHub</button></form>`,
    "<h2>What comes next</h2>",
    "<p>GitHub asks you to confirm, and leads back here. The App's id, key and secret are written to <code>.env</code> in this folder. Then you start the server again and install the App on repositories.</p>",
    `<p><a href="${guide}">Operating the App</a></p>`,
  ]);
}

/** The page after GitHub made the App. */
export function donePage(name: string, installAt: string): string {
  return page("The App is registered", [
    `<p><strong>${encode(name)}</strong> is registered, and its settings are in <code>.env</code>.</p>`,
    "<ol><li>Stop this server (Ctrl+C) and start it again: <code>npm start</code>.</li>",
    `<li><a href="${encode(installAt)}">Install the App</a> on the repositories that it is to review.</li>`,
    "<li>Open or push to a pull request there.</li></ol>",
    `<p><a href="${guide}">Operating the App</a></p>`,
  ]);
}

/** The page where a step failed. `why` is a sentence, `hint` what to do. */
export function failedPage(why: string, hint: string): string {
  return page("The App was not set up", [
    `<p class="fault">${encode(why)}</p>`,
    `<p>${encode(hint)}</p>`,
    '<p><a href="/">Back</a></p>',
  ]);
}

const guide = "https://github.com/pr-debate/pr-debate/blob/main/docs/operations.md";

const style = `
:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --line: #d1d9e0; --link: #0969da; --fault: #d1242f; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --paper: #0d1117; --line: #3d444d; --link: #4493f8; --fault: #f85149; } }
body { margin: 0 auto; max-width: 40rem; padding: 2rem 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: .3rem .8rem; text-align: left; }
input { width: min(100%, 22rem); } input, button { font: inherit; padding: .35rem .7rem; border: 1px solid var(--line); border-radius: 6px; }
.main { background: #1f883d; color: #ffffff; border-color: transparent; } a { color: var(--link); } .fault { color: var(--fault); }
code { overflow-wrap: anywhere; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** Nothing is loaded from elsewhere, and the only form that leaves goes to GitHub. */
export function pagePolicy(formTarget: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`;
}

function page(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>
${parts.filter((part) => part !== "").join("\n")}
</body>
</html>
`;
}
