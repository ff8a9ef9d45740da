/** Settings from a file `.env` in the working folder. Variables of the environment win. */
import { existsSync } from 'node:fs';

export function loadEnvFile(file = '.env'): void {
  if (existsSync(file)) process.loadEnvFile(file);
}
