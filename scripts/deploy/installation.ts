/**
 * An installation on Cloudflare as its commands reach it from the machine that deployed it: by the settings and secrets beside them,
 * and by the token of Cloudflare's API, which alone lists stored objects.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '#scripts/build/ensure.ts';
import { API_URL, type Cloudflare, makeCloudflare } from './cloudflare.ts';
import { type LocalSecrets, openLocalSecrets } from './local-secrets.ts';
import { ENVIRONMENTS, type EnvironmentName, type Names, namesOf, readSettings, SETTINGS_FILE } from './settings.ts';
import { reasonOf, Stop } from './stop.ts';
import { callApp } from './tools.ts';

export interface Installation {
  readonly origin: string;
  readonly environment: EnvironmentName;
  readonly names: Names;
  readonly api: Cloudflare;
  /** One call of `/_internal/*` with the secret of the deployment. @throws Stop for any answer but 200 */
  ask<T>(target: string, body: object): Promise<T>;
}

/** Also moves bytes, and has its secrets. */
export interface ByteInstallation extends Installation {
  readonly secrets: Pick<LocalSecrets, 'get' | 'file'>;
  /** As `ask`, for bytes: one try. @throws Stop without an answer */
  send(
    method: 'POST' | 'PUT',
    target: string,
    body: BodyInit,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

function apiToken(): string {
  const token = process.env['CLOUDFLARE_API_TOKEN'] ?? '';
  if (token === '')
    throw new Stop(
      'CLOUDFLARE_API_TOKEN is not set',
      'Set it as for npm run deploy: only the API of Cloudflare lists what is stored.',
    );
  return token;
}

const CALL_TRIES = 3;
const CALL_WAIT_MS = 2_000;

/** A call that may be repeated. */
async function askApp<T>(origin: string, secret: string, target: string, body: object): Promise<T> {
  let last = '';
  let refusal = 0;
  for (let tries = 1; tries <= CALL_TRIES; tries += 1) {
    if (tries > 1) await delay(CALL_WAIT_MS * tries);
    try {
      const { status, text } = await callApp(origin, target, secret, body);
      if (status === 200) return JSON.parse(text) as T;
      refusal = status;
      last =
        status === 404
          ? 'it knows no such call (404): it runs an older version, or its secrets are not those of this folder'
          : `it answered ${status} ${text.slice(0, 300)}`;
      if (status < 500 && status !== 429) break;
    } catch (error) {
      refusal = 0;
      last = reasonOf(error);
    }
  }
  throw new Stop(`${origin} did not do ${target}: ${last}`, 'Run the same command again when the reason is gone.', {
    status: refusal,
  });
}

async function sendToApp(
  origin: string,
  secret: string,
  ...[method, target, body, headers = {}]: Parameters<ByteInstallation['send']>
): Promise<Response> {
  try {
    return await fetch(new URL(target, origin), {
      method,
      redirect: 'manual',
      headers: { ...headers, 'x-magpie-internal': secret },
      body,
      // A body that is a stream needs it.
      duplex: 'half',
    } as RequestInit);
  } catch (error) {
    throw new Stop(
      `${origin} did not do ${target}: ${reasonOf(error)}`,
      'Run the same command again when the reason is gone.',
      { cause: error },
    );
  }
}

/** Calls of the app at an address. @param secret  INTERNAL_TOKEN of the deployment */
export function openOrigin(origin: string, secret: string): Pick<ByteInstallation, 'ask' | 'send'> {
  return {
    ask: (target, body) => askApp(origin, secret, target, body),
    send: (...call) => sendToApp(origin, secret, ...call),
  };
}

/**
 * @param origin  of the app, as `app` of one environment names it
 * @param root  the folder of settings and secrets
 * @throws Stop where this machine did not deploy it
 */
export function openInstallation(origin: string, root: string = ROOT): ByteInstallation {
  const settings = readSettings(path.join(root, SETTINGS_FILE));
  const environment = ENVIRONMENTS.find((name) => `https://${settings.environments[name]?.app}` === origin);
  const own = environment && settings.environments[environment];
  if (!own)
    throw new Stop(
      `no environment of ${SETTINGS_FILE} has its app at ${origin}`,
      'Run the command on the machine that deployed it, with its address as --url.',
    );
  const secrets = openLocalSecrets(root, environment);
  const secret = secrets.get('INTERNAL_TOKEN');
  if (secret === undefined)
    throw new Stop(`${secrets.file} holds no secrets of ${origin}`, 'Copy it from the machine that deployed it.');
  const baseUrl = process.env['CLOUDFLARE_API_BASE_URL'] || API_URL;
  return {
    origin,
    environment,
    names: namesOf(environment, own),
    secrets,
    api: makeCloudflare({ baseUrl, token: apiToken(), accountId: settings.account, isDry: false }),
    ...openOrigin(origin, secret),
  };
}

interface NamespaceRow {
  readonly id: string;
  readonly class?: string;
  readonly script?: string;
}

interface ObjectRow {
  readonly id: string;
  readonly hasStoredData?: boolean;
}

/** Objects of one page, each of which is asked for what it has. */
const PAGE_OBJECTS = '1000';

export interface ObjectPage {
  readonly ids: readonly string[];
  /** Of the next page; '' at the end. */
  readonly cursor: string;
}

/** Ids of the objects of a class that have stored anything, page by page. @param cursor  '' for the first page */
export async function* objectPages(
  { api, names }: Pick<Installation, 'api' | 'names'>,
  className: string,
  cursor: string,
): AsyncGenerator<ObjectPage> {
  const base = `/accounts/${api.accountId}/workers/durable_objects/namespaces`;
  const all = await api.readAll<NamespaceRow>(base);
  const namespace = all.find((each) => each.script === names.main && each.class === className);
  if (!namespace)
    throw new Stop(`Cloudflare lists no objects of ${names.main} called ${className}`, 'Deploy it first.');
  let next = cursor;
  do {
    const query = { limit: PAGE_OBJECTS, ...(next === '' ? {} : { cursor: next }) };
    const page = await api.readPage<ObjectRow>(`${base}/${namespace.id}/objects`, query);
    next = page.cursor;
    yield { ids: page.rows.filter((row) => row.hasStoredData !== false).map(({ id }) => id), cursor: next };
  } while (next !== '');
}
