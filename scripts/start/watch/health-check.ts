/**
 * `node scripts/start/watch/health-check.ts`: ends with 0 when the server of this machine is ready; the image asks by it. In LAN mode it
 * asks by https and trusts the authority of the state folder alone. Loads nothing, because it runs each 15 s.
 */

import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { http, loadHttps } from '../process/node-http.ts';

const PATIENCE_MS = 4_000;
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' };

/** @param env  as `npm start` has it */
export function isReady(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { HOST = '', PORT = '', MAGPIE_LAN = '', MAGPIE_DATA = '' } = env;
  const at = { host: EVERY_ADDRESS[HOST] ?? HOST, port: Number(PORT || 8787), path: '/readyz', timeout: PATIENCE_MS };
  return new Promise((resolve, reject) => {
    const seen = (answer: IncomingMessage): void => {
      answer.resume();
      resolve(answer.statusCode === 200);
    };
    const request =
      MAGPIE_LAN === ''
        ? http.get(at, seen)
        : loadHttps().get({ ...at, ca: readFileSync(path.join(MAGPIE_DATA || '.data', 'lan/ca.crt')) }, seen);
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('no answer')));
  });
}

if (import.meta.main)
  isReady(process.env).then(
    (ready) => process.exit(ready ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
