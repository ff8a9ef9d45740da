/** Settings from a file `.env` in the working folder. Variables of the environment win. */
import { existsSync } from 'node:fs';

/** Shells of many systems set MAIL to the mailbox of their user, such as /var/spool/mail/anna: it is no setting of this server. */
export function forgetMailbox(env: NodeJS.ProcessEnv): void {
  if (env['MAIL']?.startsWith('/')) delete env['MAIL'];
}

export function loadEnvFile(file = '.env'): void {
  forgetMailbox(process.env);
  if (existsSync(file)) process.loadEnvFile(file);
}
