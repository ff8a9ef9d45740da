/** Settings from a file `.env`, of the working folder where no other is named. Variables of the environment win. */
import { existsSync } from 'node:fs';

/** Shells of many systems set MAIL to the mailbox of their user, such as /var/spool/mail/anna: it is no setting of this server. */
export function forgetMailbox(env: NodeJS.ProcessEnv): void {
  if (env['MAIL']?.startsWith('/')) delete env['MAIL'];
}

/** `bin/magpie` names the file of its installation, wherever it is called. */
const NAMED = 'MAGPIE_ENV_FILE';

export function loadEnvFile(file = process.env[NAMED] ?? '.env'): void {
  delete process.env[NAMED];
  forgetMailbox(process.env);
  if (existsSync(file)) process.loadEnvFile(file);
}
