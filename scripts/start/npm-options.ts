/** Options as npm leaves them. Pure. */

export const asksForHelp = (args: readonly string[]): boolean => args.some((arg) => arg === '--help' || arg === '-h');

/**
 * An option that stands without `--` before it: npm takes it for its own, the command never sees it, and a trial would be a deployment.
 * npm notes each in the environment of the command.
 * @param options  names of the command's options, without dashes. @returns a sentence for the person at the terminal; '' when npm took none
 */
export function takenByNpm(env: NodeJS.ProcessEnv, command: string, options: readonly string[]): string {
  const taken = options.filter((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  if (taken.length === 0) return '';
  const all = taken.map((name) => `--${name}`).join(' ');
  return `npm took ${all} for its own. Write -- before the options: npm run ${command} -- ${all}`;
}
