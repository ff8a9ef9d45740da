/** The world outside Cloudflare's API: the build, wrangler, and the installation itself. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { BuildFailed, ensureBuild } from '#scripts/build/ensure.ts';
import type { Ran, Tools } from './run.ts';
import { runSelfTest } from './self-test.ts';
import { Stop } from './stop.ts';

const CALL_MS = 30_000;

/** Nothing asks, and nothing is reported to others. */
const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
};

export interface WranglerAccess {
  readonly root: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly accountId: string;
}

/** @returns exit code and everything it printed */
export function runWrangler(
  { root, baseUrl, token, accountId }: WranglerAccess,
  args: readonly string[],
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules/wrangler/bin/wrangler.js'), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...QUIET,
        CLOUDFLARE_API_BASE_URL: baseUrl,
        CLOUDFLARE_API_TOKEN: token,
        CLOUDFLARE_ACCOUNT_ID: accountId,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function build(): Promise<string> {
  try {
    return (await ensureBuild()).buildId;
  } catch (cause) {
    if (!(cause instanceof BuildFailed)) throw cause;
    throw new Stop(cause.message, 'The reason is printed above; npm run build shows it again.', { cause });
  }
}

export async function callApp(origin: string, target: string, token: string, body: object) {
  const response = await fetch(new URL(target, origin), {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(CALL_MS),
    headers: { 'content-type': 'application/json', 'x-magpie-internal': token },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

export function realTools(access: WranglerAccess): Tools {
  return { build, wrangler: (args) => runWrangler(access, args), callApp, selfTest: runSelfTest };
}
