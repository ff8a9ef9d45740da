/** Completion for shells, made from the commands. Pure. Every text is one of ours: nothing needs more quoting than shown here. */
import { COMMON_OPTIONS, type Command, type OptionSpec } from './command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

function optionsOf(command: Command): [string, OptionSpec][] {
  return Object.entries({ ...command.options, ...COMMON_OPTIONS });
}

function flagsOf(command: Command): string {
  return optionsOf(command)
    .flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])])
    .join(' ');
}

/** Inside single quotes of a shell. */
function quoted(text: string): string {
  return text.replaceAll("'", `'\\''`);
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const values = command.completes === 'values' ? ` ${(command.values ?? []).join(' ')}` : '';
    const files = command.completes === 'files' ? ' -f' : '';
    return `    ${command.name}) COMPREPLY=($(compgen${files} -W '${flagsOf(command)}${values}' -- "$word")) ;;`;
  });
  return [
    '_magpie() {',
    '  local word=$' + '{COMP_WORDS[COMP_CWORD]} command=$' + '{COMP_WORDS[1]}',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word"))`,
    '    return',
    '  fi',
    '  case "$command" in',
    ...cases,
    '  esac',
    '}',
    'complete -o filenames -F _magpie magpie',
    '',
  ].join('\n');
}

function zsh(commands: readonly Command[]): string {
  const described = (text: string) => quoted(text).replaceAll(':', '\\:').replaceAll('[', '\\[').replaceAll(']', '\\]');
  const names = commands.map(({ name, about }) => `    '${name}:${described(about)}'`);
  const cases = commands.map((command) => {
    const flags = optionsOf(command).map(([name, { type, about, choices, value = 'value' }]) => {
      const takes = type === 'string' ? `:${value}:${choices ? `(${choices.join(' ')})` : ''}` : '';
      return `'--${name}[${described(about)}]${takes}'`;
    });
    const rest =
      command.completes === 'files'
        ? ["'*:file:_files'"]
        : command.completes === 'values'
          ? [`'*:word:(${(command.values ?? []).join(' ')})'`]
          : [];
    return `    ${command.name}) _arguments ${[...flags, ...rest].join(' ')} ;;`;
  });
  return [
    '#compdef magpie',
    '_magpie() {',
    '  local -a commands',
    '  commands=(',
    ...names,
    '  )',
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  words=("$words[1]" "$' + '{(@)words[3,-1]}")',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...cases,
    '  esac',
    '}',
    'compdef _magpie magpie',
    '',
  ].join('\n');
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const inside = `__fish_seen_subcommand_from ${command.name}`;
    return [
      `complete -c magpie -n __fish_use_subcommand -f -a ${command.name} -d '${quoted(command.about)}'`,
      ...(command.completes === 'files' ? [] : [`complete -c magpie -n '${inside}' -f`]),
      ...(command.completes === 'values'
        ? [`complete -c magpie -n '${inside}' -a '${(command.values ?? []).join(' ')}'`]
        : []),
      ...optionsOf(command).map(([name, { type, short, about, choices }]) => {
        const flag = `-l ${name}${short ? ` -s ${short}` : ''}`;
        const takes = type === 'string' ? ` -x${choices ? ` -a '${choices.join(' ')}'` : ''}` : '';
        return `complete -c magpie -n '${inside}' ${flag}${takes} -d '${quoted(about)}'`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

export function completionFor(shell: Shell, commands: readonly Command[]): string {
  const make = { bash, zsh, fish }[shell];
  return make(commands);
}
