/** Arguments of `npm start`. Everything else is a variable of the environment. Pure. */

import { asksForHelp } from './npm-options.ts';

export interface StartArguments {
  /** Prints the usage and starts nothing. */
  readonly isHelp: boolean;
  /** The same as MAGPIE_LAN=1. */
  readonly isLan: boolean;
  /** Another key signs from this start on. */
  readonly rotatesKeys: boolean;
}

export const START_USAGE = `npm start                     runs the server until it is told to stop (Ctrl+C, SIGTERM)
npm start -- --lan            serves the devices of this network by https; the same as MAGPIE_LAN=1 (docs/lan.md)
npm start -- --rotate-keys    signs tokens with a new key from this start on

All else is set by variables, in the environment or in a file .env of this folder: docs/settings.md has the table of all,
.env.example is a file to begin with. Without any, a demo is served on this machine alone, at http://localhost:8787.
`;

const LAN = '--lan';
const ROTATE_KEYS = '--rotate-keys';

/** @throws Error that names an unknown argument */
export function readStartArguments(args: readonly string[]): StartArguments {
  // npm takes the first `--` away, a call of the program does not.
  const given = args.filter((arg) => arg !== '--');
  const isHelp = asksForHelp(given);
  const unknown = isHelp ? undefined : given.find((arg) => arg !== LAN && arg !== ROTATE_KEYS);
  if (unknown !== undefined)
    throw new Error(`${unknown} is no argument of the start: it takes --lan, --rotate-keys and --help`);
  return {
    isHelp,
    isLan: given.includes(LAN),
    rotatesKeys: given.includes(ROTATE_KEYS),
  };
}
