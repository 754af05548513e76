import { type CompletedCommand, type CompletedOption, type Follows, firstOf } from "./completion-table.ts";

/** A completion for zsh: options with their descriptions, and files, folders or choices for their values. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const firsts = new Map(commands.map(({ name, summary }) => [firstOf(name), summary] as const));
  const described = [...firsts].map(([name, summary]) => `    ${quoted(`${name}:${colonless(summary)}`)}\n`).join("");
  return `#compdef pr-debate
# Completion of pr-debate for zsh. Use it with: source <(pr-debate completion zsh)
_pr_debate() {
  local -a commands
  commands=(
${described}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  ((CURRENT--))
${verbsOf(commands)}  case "$command" in
${commands.map(commandCase).join("")}  esac
}
compdef _pr_debate pr-debate
`;
}

function verbsOf(commands: readonly CompletedCommand[]): string {
  const grouped = Map.groupBy(
    commands.filter(({ name }) => name.includes(" ")),
    ({ name }) => firstOf(name),
  );
  return [...grouped]
    .map(([topic, group]) => {
      const verbs = group.map(({ name, summary }) => quoted(`${name.slice(topic.length + 1)}:${colonless(summary)}`));
      return `  if [[ "$command" == ${topic} ]]; then
    local -a verbs
    verbs=(${verbs.join(" ")})
    if ((CURRENT == 2)); then
      _describe command verbs
      return
    fi
    command="$command $words[2]"
    shift words
    ((CURRENT--))
  fi
`;
    })
    .join("");
}

function commandCase({ name, options, words }: CompletedCommand): string {
  const rest = words === "text" ? [] : [quoted(`*:word:${actionOf(words)}`)];
  return `    ${quoted(name)}) _arguments ${[...options.map(optionSpec), ...rest].join(" ")} ;;\n`;
}

function optionSpec({ name, about, value }: CompletedOption): string {
  const shown = about.replaceAll(/[[\]]/g, "");
  if (value === null) return quoted(`--${name}[${colonless(shown)}]`);
  return quoted(`--${name}=[${colonless(shown)}]:${colonless(value.name)}:${actionOf(value.follows)}`);
}

const actions = { text: " ", files: "_files", folders: "_files -/" } as const;

function actionOf(follows: Follows): string {
  return typeof follows === "string" ? actions[follows] : `(${follows.join(" ")})`;
}

/** A colon ends a part of what zsh reads. */
function colonless(text: string): string {
  return text.replaceAll(":", "\\:");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
