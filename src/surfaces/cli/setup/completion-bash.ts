import { type CompletedCommand, type Follows, firstOf } from "./completion-table.ts";

/**
 * A completion for bash 3.2 and newer. Where it offers nothing, bash completes file names by itself, so no file name passes through the script.
 */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = [...new Set(commands.map(({ name }) => firstOf(name)))];
  return `# Completion of pr-debate for bash. Use it with: source <(pr-debate completion bash)
_pr_debate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command="\${COMP_WORDS[1]}" verb="\${COMP_WORDS[2]-}" offered=""
  # bash splits --format=json into three words.
  if [[ "$current" == "=" ]]; then
    current=""
  elif [[ "$previous" == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if ((COMP_CWORD == 1)); then
    offered="${names.join(" ")} --help --version"
  else
    case "$command" in
${verbsOf(commands)}    esac
    case "$command $previous" in
${commands.flatMap(valueCases).join("")}      *)
        case "$command" in
${commands.map(commandCase).join("")}        esac
        ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o bashdefault -o default -F _pr_debate pr-debate
`;
}

/** `config check` becomes one command as soon as its second word is there. */
function verbsOf(commands: readonly CompletedCommand[]): string {
  const grouped = Map.groupBy(
    commands.filter(({ name }) => name.includes(" ")),
    ({ name }) => firstOf(name),
  );
  return [...grouped]
    .map(([topic, group]) => {
      const verbs = group.map(({ name }) => name.slice(topic.length + 1)).join(" ");
      return `      ${topic})
        if ((COMP_CWORD == 2)); then
          COMPREPLY=($(compgen -W "${verbs}" -- "$current"))
          return
        fi
        command="$command $verb"
        ;;
`;
    })
    .join("");
}

function valueCases({ name, options }: CompletedCommand): string[] {
  return options.flatMap(({ name: option, value }) =>
    value === null ? [] : [`      "${name} --${option}") offered="${listOf(value.follows)}" ;;\n`],
  );
}

function commandCase({ name, options, words }: CompletedCommand): string {
  const flags = name === "help" ? "" : [...options.map((option) => `--${option.name}`), "--help"].join(" ");
  const list = listOf(words);
  const plain = list === "" ? "" : `offered="${list}"`;
  const isFlag = flags === "" ? "" : `[[ "$current" == -* ]] && offered="${flags}"`;
  return `          "${name}") ${[plain, isFlag].filter((part) => part !== "").join("; ")} ;;\n`;
}

function listOf(follows: Follows): string {
  return typeof follows === "string" ? "" : follows.join(" ");
}
