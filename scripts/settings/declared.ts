/** Every variable of the environment that operators set. Those for tests and benches are not here. */
import { LISTENING, STORING } from './listening.ts';
import { CHECKING, COMMANDS, MESSAGES, PAYMENT, PROVIDING, SECRETS, WATCHING } from './messages.ts';
import { type Setting, settingOf } from './setting.ts';

/** Name of a table in docs/settings.md -> its variables. */
export const TABLES: Readonly<Record<string, readonly Setting[]>> = {
  listening: LISTENING.map(settingOf),
  storing: STORING.map(settingOf),
  messages: MESSAGES.map(settingOf),
  watching: WATCHING.map(settingOf),
  checking: CHECKING.map(settingOf),
  providing: PROVIDING.map(settingOf),
  payment: PAYMENT.map(settingOf),
  secrets: SECRETS.map(settingOf),
  commands: COMMANDS.map(settingOf),
};

export const DECLARED: readonly Setting[] = Object.values(TABLES).flat();

/** Bounds of a whole number. @throws Error for a variable that is not declared as one */
export function boundsOf(name: string): { readonly least: number; readonly most: number } {
  const kind = DECLARED.find((setting) => setting.name === name)?.kind;
  if (typeof kind !== 'object' || !('least' in kind)) throw new Error(`${name} is not declared as a number`);
  return kind;
}
