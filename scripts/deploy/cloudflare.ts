/** Calls of Cloudflare's API. A dry run can only read. Every refusal becomes a sentence with its remedy. */
import { setTimeout as delay } from 'node:timers/promises';
import { RUN_AGAIN, Stop } from './stop.ts';

export interface Cloudflare {
  readonly accountId: string;
  /** @returns null where the API answers 404 */
  read<T>(path: string, query?: Readonly<Record<string, string>>): Promise<T | null>;
  /** Every page of a list that is read by pages. */
  readAll<T>(path: string): Promise<T[]>;
  /** One page of a list that is read by cursors. The cursor of the last page is ''. */
  readPage<T>(path: string, query: Readonly<Record<string, string>>): Promise<{ rows: T[]; cursor: string }>;
  /** @throws Stop in a dry run: a step asks {@link isDry} first */
  write<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T>;
  readonly isDry: boolean;
}

export interface CloudflareAccess {
  /** As wrangler reads it from CLOUDFLARE_API_BASE_URL. */
  readonly baseUrl: string;
  readonly token: string;
  readonly accountId: string;
  readonly isDry: boolean;
  /** Waits before a call is tried again. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

export const API_URL = 'https://api.cloudflare.com/client/v4';

interface Envelope<T> {
  readonly success?: boolean;
  readonly result?: T;
  readonly result_info?: { readonly cursor?: string | null };
  readonly errors?: readonly { readonly code: number; readonly message: string }[];
}

const READ_TRIES = 3;
const FIRST_WAIT_MS = 500;
const CALL_MS = 30_000;
const PAGE_ROWS = 100;

/** Permissions of the token by the part of the API. The first that fits. */
const PERMISSIONS: readonly (readonly [RegExp, string])[] = [
  [/\/storage\/kv\//, 'Account · Workers KV Storage · Edit'],
  [/\/r2\//, 'Account · Workers R2 Storage · Edit'],
  [/\/d1\//, 'Account · D1 · Edit'],
  [/\/subscriptions/, 'Account · Billing · Read'],
  [/\/workers\/domains/, 'Zone · Workers Routes · Edit, and Account · Workers Scripts · Edit'],
  [/\/workers\//, 'Account · Workers Scripts · Edit'],
  [/\/dns_records/, 'Zone · DNS · Read'],
  [/\/zones/, 'Zone · Zone · Read, for both zones'],
  [/\/accounts\/[^/]+$/, 'Account · Account Settings · Read'],
];

export function permissionFor(path: string): string {
  return PERMISSIONS.find(([part]) => part.test(path))?.[1] ?? 'the permission for this call';
}

/** Codes that Cloudflare answers for a token that it does not know. */
const BAD_TOKEN = new Set([1000, 1001, 6003, 6111]);
const R2_IS_OFF = 10_042;

function remedyOf(status: number, code: number, path: string): string {
  if (status === 401 || BAD_TOKEN.has(code))
    return 'Make a token at dash.cloudflare.com/profile/api-tokens and set it in CLOUDFLARE_API_TOKEN.';
  if (code === R2_IS_OFF) return `Switch R2 on once in Cloudflare's dashboard (R2 Object Storage). ${RUN_AGAIN}`;
  if (status === 403) return `Give the token this permission: ${permissionFor(path)}. ${RUN_AGAIN}`;
  if (status === 429 || status >= 500) return `Cloudflare is busy or has a fault. Wait a minute. ${RUN_AGAIN}`;
  return RUN_AGAIN;
}

async function refusalOf(response: Response, method: string, path: string): Promise<Stop> {
  const text = await response.text();
  let code = 0;
  let said = text.slice(0, 200);
  try {
    const [first] = (JSON.parse(text) as Envelope<unknown>).errors ?? [];
    if (first) {
      code = first.code;
      said = first.message;
    }
  } catch {
    // A page of a front, not of the API: its first characters are shown.
  }
  const { status } = response;
  return new Stop(
    `Cloudflare answered ${status} to ${method} ${path}: ${said}${code === 0 ? '' : ` [${code}]`}`,
    remedyOf(status, code, path),
    { status, code },
  );
}

export function makeCloudflare(access: CloudflareAccess): Cloudflare {
  const { baseUrl, token, accountId, isDry, wait = delay } = access;

  async function send(method: string, path: string, body?: object): Promise<Response> {
    try {
      return await fetch(`${baseUrl}${path}`, {
        method,
        signal: AbortSignal.timeout(CALL_MS),
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    } catch (cause) {
      throw new Stop(
        `no answer from Cloudflare to ${method} ${path}`,
        `Look at the network of this machine. ${RUN_AGAIN}`,
        { cause },
      );
    }
  }

  /** Reads are tried again: they change nothing. */
  async function sendRead(path: string): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const isLast = tries === READ_TRIES;
      try {
        const response = await send('GET', path);
        if (isLast || (response.status !== 429 && response.status < 500)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast) throw error;
      }
      await wait(FIRST_WAIT_MS * tries);
    }
  }

  async function readEnvelope<T>(path: string, query?: Readonly<Record<string, string>>): Promise<Envelope<T> | null> {
    const full = query ? `${path}?${new URLSearchParams(query)}` : path;
    const response = await sendRead(full);
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw await refusalOf(response, 'GET', path);
    return (await response.json()) as Envelope<T>;
  }

  async function read<T>(path: string, query?: Readonly<Record<string, string>>): Promise<T | null> {
    return (await readEnvelope<T>(path, query))?.result ?? null;
  }

  return {
    accountId,
    isDry,
    read,
    async readAll<T>(path: string): Promise<T[]> {
      const rows: T[] = [];
      for (let page = 1; ; page += 1) {
        const found = (await read<T[]>(path, { page: String(page), per_page: String(PAGE_ROWS) })) ?? [];
        rows.push(...found);
        if (found.length < PAGE_ROWS) return rows;
      }
    },
    async readPage<T>(path: string, query: Readonly<Record<string, string>>) {
      const page = await readEnvelope<T[]>(path, query);
      return { rows: page?.result ?? [], cursor: page?.result_info?.cursor ?? '' };
    },
    async write<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
      if (isDry)
        throw new Stop(`a dry run changes nothing, so not ${method} ${path}`, 'This is a fault of the deploy.');
      const response = await send(method, path, body);
      if (!response.ok) throw await refusalOf(response, method, path);
      return ((await response.json()) as Envelope<T>).result as T;
    },
  };
}
