/**
 * Runs the self-check of the page `/test`: one check after the other, each with its row, then the summary. It only reads from the
 * product's own origins; the report is text for the clipboard.
 */
import { pageFetch } from '#client/api/fetch.ts';

export interface CheckResult {
  readonly isOk: boolean;
  /** Figures and names for the support; '' for none. */
  readonly detail: string;
}

type Check = () => Promise<CheckResult> | CheckResult;

/** Browser APIs of the checks, which tests replace. */
export interface SelfTestPorts {
  readonly storage: () => Pick<Storage, 'setItem' | 'getItem' | 'removeItem'>;
  readonly cookies: { cookie: string };
  readonly fetch: (address: string) => Promise<Response>;
  readonly nowMs: () => number;
  readonly origins: readonly string[];
  readonly hasWorker: boolean;
  readonly isWasm: (bytes: Uint8Array<ArrayBuffer>) => boolean;
  readonly digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
}

const NAME = 'pp_self_test';
/** A clock this far off makes signed links and codes fail. */
const MAX_SKEW_MS = 60_000;
/** A public read of every origin. */
const PROBE = '/drive/v1/privilege/area_country_code';
/** The shortest WebAssembly module: magic number and version. */
const SMALLEST_WASM = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

const result = (isOk: boolean, detail = ''): CheckResult => ({ isOk, detail });

function checkStorage({ storage }: SelfTestPorts): CheckResult {
  const local = storage();
  local.setItem(NAME, '1');
  const isStored = local.getItem(NAME) === '1';
  local.removeItem(NAME);
  return result(isStored);
}

function checkCookies({ cookies }: SelfTestPorts): CheckResult {
  cookies.cookie = `${NAME}=1; path=/; max-age=60; samesite=strict`;
  const isStored = `; ${cookies.cookie}`.includes(`; ${NAME}=1`);
  cookies.cookie = `${NAME}=; path=/; max-age=0; samesite=strict`;
  return result(isStored);
}

async function checkNetwork({ fetch, nowMs }: SelfTestPorts): Promise<CheckResult> {
  const startMs = nowMs();
  const answer = await fetch(PROBE);
  return result(answer.ok, `${nowMs() - startMs} ms`);
}

async function checkOrigins({ fetch, origins }: SelfTestPorts): Promise<CheckResult> {
  const failed = await Promise.all(
    origins.map((origin) =>
      fetch(`${origin}${PROBE}`).then(
        ({ ok }) => (ok ? '' : origin),
        () => origin,
      ),
    ),
  );
  const lost = failed.filter((origin) => origin !== '');
  return result(lost.length === 0, lost.length === 0 ? `${origins.length}/${origins.length}` : lost.join(' '));
}

async function checkClock({ fetch, nowMs }: SelfTestPorts): Promise<CheckResult> {
  const sentMs = nowMs();
  const answer = await fetch(PROBE);
  const serverMs = Date.parse(answer.headers.get('date') ?? '');
  // Without a date of the server the clock cannot be judged.
  if (Number.isNaN(serverMs)) return result(true);
  const skewMs = Math.round((sentMs + nowMs()) / 2) - serverMs;
  return result(Math.abs(skewMs) <= MAX_SKEW_MS, `${Math.round(skewMs / 1_000)} s`);
}

function checksOf(ports: SelfTestPorts): Readonly<Record<string, Check>> {
  return {
    storage: () => checkStorage(ports),
    cookies: () => checkCookies(ports),
    network: () => checkNetwork(ports),
    origins: () => checkOrigins(ports),
    clock: () => checkClock(ports),
    worker: () => result(ports.hasWorker),
    wasm: () => result(ports.isWasm(SMALLEST_WASM)),
    crypto: async () => result((await ports.digest(SMALLEST_WASM)).byteLength === 32),
  };
}

/** Every check by name; one that throws has failed. */
export async function runChecks(
  ports: SelfTestPorts,
  onResult: (name: string, result: CheckResult) => void,
): Promise<void> {
  for (const [name, check] of Object.entries(checksOf(ports))) {
    let outcome: CheckResult;
    try {
      outcome = await check();
    } catch (error) {
      outcome = result(false, error instanceof Error ? error.name : '');
    }
    onResult(name, outcome);
  }
}

function show(part: Element, state: 'wait' | 'ok' | 'bad'): void {
  for (const piece of part.querySelectorAll<HTMLElement>('[data-show]'))
    piece.toggleAttribute('hidden', piece.dataset.show !== state);
}

function browserPorts(origins: readonly string[]): SelfTestPorts {
  return {
    storage: () => localStorage,
    cookies: document,
    // Without retries: a retry would hide a failure.
    fetch: (address) =>
      pageFetch().raw(address, { retry: 0, ignoreResponseError: true, cache: 'no-store', credentials: 'omit' }),
    nowMs: () => Date.now(),
    origins,
    hasWorker: typeof Worker === 'function',
    isWasm: (bytes) => WebAssembly.validate(bytes),
    digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
  };
}

/** Runs the checks at once and at each press of the button, and shows their results. */
export async function runSelfTest(page: Document): Promise<void> {
  const box = page.querySelector<HTMLElement>('[data-self-test]');
  const summary = box?.querySelector('[data-summary]');
  const report = box?.querySelector<HTMLElement>('[data-report]');
  if (!box || !summary || !report) return;
  const origins = (box.dataset.origins ?? '').split(' ').filter((origin) => origin !== '');
  const run = async (): Promise<void> => {
    const lines = [`${location.host} ${new Date().toISOString()}`, navigator.userAgent];
    let hasFailed = false;
    for (const row of box.querySelectorAll('[data-check]')) show(row, 'wait');
    show(summary, 'wait');
    await runChecks(browserPorts(origins), (name, { isOk, detail }) => {
      const row = box.querySelector(`[data-check="${name}"]`);
      if (row) {
        show(row, isOk ? 'ok' : 'bad');
        const note = row.querySelector('[data-detail]');
        if (note) note.textContent = detail === '' ? '' : `(${detail})`;
      }
      hasFailed ||= !isOk;
      lines.push(`${name}: ${isOk ? 'ok' : 'not ok'}${detail === '' ? '' : ` (${detail})`}`);
    });
    show(summary, hasFailed ? 'bad' : 'ok');
    // The click listener of the page copies this text.
    report.dataset.copy = lines.join('\n');
  };
  box.querySelector('[data-run-again]')?.addEventListener('click', () => void run());
  await run();
}
