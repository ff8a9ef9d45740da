/** Asks a running installation as people and programs do, and says what is wrong with its answers. */
import { createHash, randomBytes } from 'node:crypto';
import { makeWireClient, type Person, type WireClient } from '#test/flow/wire-client.ts';
import type { Finding, SelfTestTarget } from './run.ts';
import { reasonOf } from './stop.ts';

const FILE_BYTES = 6_000_000;
/** R2 and the S3-style endpoint take no smaller part but the last. */
const PART_BYTES = 5 * 1024 * 1024;
const RANGE = [5_242_870, 5_242_889] as const;
const CALL_MS = 30_000;
/** A closed link may be answered from a cache for a second. */
const CLOSED_TRIES = 10;
const CLOSED_WAIT_MS = 500;

const LOG = 'Read the log of the script: npx wrangler tail, or Workers & Pages, Logs in the dashboard.';
const ZONE =
  "Look in the zone's rules, Workers routes and security settings for something that changes or stops answers.";

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Check {
  readonly what: string;
  readonly remedy: string;
  /** @returns what is wrong, '' for nothing */
  look(): Promise<string>;
}

/** Headers of an answer that have not what they must. */
function wrongHeaders(headers: Headers, wanted: Readonly<Record<string, RegExp>>): string {
  return Object.entries(wanted)
    .filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ''))
    .map(([name]) => `${name} is ${headers.get(name) ?? 'absent'}`)
    .join(', ');
}

const read = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(CALL_MS) });

function pageChecks({ appOrigin, contentOrigin, programsOrigin }: SelfTestTarget): Check[] {
  const isHttps = appOrigin.startsWith('https:');
  return [
    {
      what: 'pages',
      remedy: LOG,
      async look() {
        for (const path of ['/', '/auth', '/ja/help']) {
          const { status, headers } = await read(`${appOrigin}${path}`);
          if (status !== 200 || !headers.get('content-type')?.startsWith('text/html'))
            return `${path} answered ${status} ${headers.get('content-type')}`;
        }
        const lost = await read(`${appOrigin}/no-such-page`);
        return lost.status === 404 ? '' : `a page that does not exist answered ${lost.status}`;
      },
    },
    {
      what: 'headers',
      remedy: ZONE,
      look: async () =>
        wrongHeaders((await read(`${appOrigin}/auth`)).headers, {
          'content-security-policy': /script-src/,
          'x-content-type-options': /^nosniff$/,
          'referrer-policy': /./,
          ...(isHttps ? { 'strict-transport-security': /max-age=\d{7,}/ } : {}),
        }),
    },
    {
      what: 'scripts and styles',
      remedy: 'Deploy again: the static files did not all arrive.',
      async look() {
        const page = await (await read(`${appOrigin}/auth`)).text();
        const files = new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]{1,200})"/g)].map(([, file]) => file));
        if (files.size === 0) return 'the page names none';
        for (const file of files) {
          const answer = await read(`${appOrigin}${file}`);
          await answer.body?.cancel();
          if (answer.status !== 200) return `${file} answered ${answer.status}`;
        }
        return '';
      },
    },
    {
      what: 'hosts',
      remedy: ZONE,
      async look() {
        const { status, headers } = await read(`${contentOrigin}/drive`);
        const target = headers.get('location') ?? '';
        return status === 308 && target.startsWith(appOrigin) ? '' : `${contentOrigin} shows pages itself (${status})`;
      },
    },
    {
      what: 'programs',
      remedy: ZONE,
      async look() {
        const signal = AbortSignal.timeout(CALL_MS);
        const { status, headers } = await fetch(`${programsOrigin}/dav/`, { method: 'PROPFIND', signal });
        const asks = status === 401 && (headers.get('www-authenticate') ?? '').startsWith('Basic');
        return asks ? '' : `${programsOrigin} asks programs for no password (${status})`;
      },
    },
    {
      what: "operators' pages closed to others",
      remedy: LOG,
      async look() {
        const { status } = await read(`${appOrigin}/ops`);
        return status === 200 ? 'they opened without a sign-in' : '';
      },
    },
  ];
}

/** The main job of one person. Every check goes on from the one before it. */
function jobChecks(wire: WireClient, target: SelfTestTarget): { checks: Check[]; clean(): Promise<void> } {
  const bytes = new Uint8Array(randomBytes(FILE_BYTES));
  let person: Person | null = null;
  let fileId = '';
  let shareId = '';
  const token = () => person?.token ?? '';
  const shareStatus = async () =>
    (await wire.call('GET', '/drive/v1/share', { query: { share_id: shareId } })).body.share_status as string;

  const checks: Check[] = [
    {
      what: 'sign-in',
      remedy: `${LOG} Too little CPU for a password hash shows as "exceeded CPU".`,
      async look() {
        person = await wire.signIn(target.username, target.password);
        return '';
      },
    },
    {
      what: 'upload',
      remedy: `${LOG} The bucket must be bound as BLOBS.`,
      async look() {
        if (!person) return 'not without a sign-in';
        fileId = await wire.upload(person, { name: 'self-test.bin', bytes, partBytes: PART_BYTES });
        return '';
      },
    },
    {
      what: 'download by a range',
      remedy: ZONE,
      async look() {
        const file = await wire.call('GET', `/drive/v1/files/${fileId}`, { token: token() });
        const url = file.body.links?.['application/octet-stream']?.url as string | undefined;
        if (!url) return `the file has no link (${file.status})`;
        if (!url.startsWith(target.contentOrigin)) return `its link is not on ${target.contentOrigin}`;
        const part = await wire.download(url, `bytes=${RANGE[0]}-${RANGE[1]}`);
        if (part.status !== 206 || sha256(part.bytes) !== sha256(bytes.slice(RANGE[0], RANGE[1] + 1)))
          return `a range came back with status ${part.status} and ${part.bytes.length} bytes`;
        const whole = await wire.download(url);
        if (whole.status !== 200 || sha256(whole.bytes) !== sha256(bytes))
          return `the file came back with status ${whole.status} and ${whole.bytes.length} bytes`;
        return wrongHeaders(whole.headers, {
          'x-content-type-options': /^nosniff$/,
          'content-disposition': /^attachment/,
          'content-security-policy': /sandbox/,
        });
      },
    },
    {
      what: 'sharing',
      remedy: LOG,
      async look() {
        const made = await wire.call('POST', '/drive/v1/share', {
          token: token(),
          body: { file_ids: [fileId], share_to: 'publiclink', pass_code_option: 'NOT_REQUIRED', expiration_days: 1 },
        });
        shareId = made.body.share_id ?? '';
        if (shareId === '') return `the link was refused with ${made.status}`;
        const page = await read(`${target.appOrigin}/s/${shareId}`);
        const text = await page.text();
        if (page.status !== 200 || !text.includes('self-test.bin')) return `its page answered ${page.status}`;
        return (await shareStatus()) === 'OK' ? '' : 'a visitor cannot open it';
      },
    },
    {
      what: 'revocation',
      remedy: `${LOG} A cache in front of the app must not keep pages of links.`,
      async look() {
        await wire.call('POST', '/drive/v1/share:batchDelete', { token: token(), body: { ids: [shareId] } });
        let isOpen = true;
        for (let tries = 0; isOpen && tries < CLOSED_TRIES; tries += 1) {
          if (tries > 0) await new Promise((resolve) => setTimeout(resolve, CLOSED_WAIT_MS));
          isOpen = (await shareStatus()) === 'OK';
        }
        if (isOpen) return 'a deleted link is still open';
        await deleteFile();
        await wire.call('POST', '/v1/auth/revoke', {
          token: token(),
          body: { client_id: 'cli', token: person?.refreshToken ?? '' },
        });
        const { status } = await wire.call('GET', '/drive/v1/about', { token: token() });
        return status === 401 ? '' : `a revoked token was answered ${status}`;
      },
    },
  ];

  async function deleteFile(): Promise<void> {
    if (fileId === '') return;
    await wire.call('POST', '/drive/v1/files:batchDelete', { token: token(), body: { ids: [fileId] } });
    fileId = '';
  }
  return { checks, clean: deleteFile };
}

async function findingOf({ what, remedy, look }: Check): Promise<Finding> {
  try {
    return { what, remedy, wrong: await look() };
  } catch (error) {
    return { what, remedy, wrong: reasonOf(error) };
  }
}

/** Leaves nothing behind but its person. @returns one finding for each thing that it looked at */
export async function runSelfTest(target: SelfTestTarget): Promise<readonly Finding[]> {
  const { checks, clean } = jobChecks(makeWireClient(target.appOrigin), target);
  const findings: Finding[] = [];
  try {
    for (const check of pageChecks(target)) findings.push(await findingOf(check));
    for (const check of checks) {
      const finding = await findingOf(check);
      findings.push(finding);
      if (finding.wrong !== '') break;
    }
  } finally {
    await clean().catch(() => undefined);
  }
  return findings;
}
