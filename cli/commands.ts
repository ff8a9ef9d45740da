/** All commands, in the order of the help. */
import type { Command } from './command/command.ts';
import { completionFor, SHELLS, type Shell } from './command/completion.ts';
import { usageError } from './command/exit.ts';
import { helpOf, helpOfAll } from './command/help.ts';
import { cpCommand, mkdirCommand, mvCommand, rmCommand } from './drive/change.ts';
import { fetchCommand } from './drive/fetch.ts';
import { dfCommand, lsCommand } from './drive/list.ts';
import { shareCommand } from './drive/share.ts';
import { loginCommand, logoutCommand, whoamiCommand } from './session/sign-in.ts';
import { getCommand } from './transfer/get.ts';
import { putCommand } from './transfer/put.ts';

const completionCommand: Command = {
  name: 'completion',
  about: 'print the completion of a shell',
  args: `<${SHELLS.join('|')}>`,
  least: 1,
  most: 1,
  options: {},
  more: [
    'bash: magpie completion bash > ~/.local/share/bash-completion/completions/magpie',
    'zsh:  magpie completion zsh > "$' + '{fpath[1]}/_magpie"',
    'fish: magpie completion fish > ~/.config/fish/completions/magpie.fish',
  ],
  completes: 'values',
  values: SHELLS,
  run({ args, out }) {
    const shell = SHELLS.find((each) => each === args[0]);
    if (!shell) throw usageError(`${args[0]} is no shell that is known: ${SHELLS.join(', ')}`, 'completion');
    out.raw(completionFor(shell satisfies Shell, COMMANDS));
    return Promise.resolve();
  },
};

const helpCommand: Command = {
  name: 'help',
  about: 'show the help, or that of a command',
  args: '[command]',
  least: 0,
  most: 1,
  options: {},
  more: [],
  completes: 'nothing',
  run({ args: [name], out }) {
    const command = COMMANDS.find((each) => each.name === name);
    if (name !== undefined && !command) throw usageError(`there is no command ${name}`);
    out.raw(command ? helpOf(command) : helpOfAll(COMMANDS));
    return Promise.resolve();
  },
};

export const COMMANDS: readonly Command[] = [
  loginCommand,
  logoutCommand,
  whoamiCommand,
  lsCommand,
  mkdirCommand,
  mvCommand,
  cpCommand,
  rmCommand,
  getCommand,
  putCommand,
  shareCommand,
  fetchCommand,
  dfCommand,
  completionCommand,
  helpCommand,
];

/** Commands that speak to no server. */
export const LOCAL_COMMANDS: ReadonlySet<string> = new Set([completionCommand.name, helpCommand.name]);
