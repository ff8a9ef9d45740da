/** A double of `wrangler deploy` for tests. */
import { readFileSync } from 'node:fs';
import { GOOD_TOKEN } from './cloudflare-double.ts';
import { ACCOUNT } from './cloudflare-world.ts';
import type { Ran } from './run.ts';

const BINDINGS: readonly (readonly [string, string, (row: Record<string, string>) => object])[] = [
  ['kv_namespaces', 'kv_namespace', ({ binding, id }) => ({ name: binding, namespace_id: id })],
  ['r2_buckets', 'r2_bucket', ({ binding, bucket_name: bucket }) => ({ name: binding, bucket_name: bucket })],
  ['d1_databases', 'd1', ({ binding, database_id: id }) => ({ name: binding, id })],
  ['services', 'service', ({ binding, service }) => ({ name: binding, service })],
];

/** Uploads as wrangler does: the configuration becomes the metadata of one call. */
export async function uploadAsWrangler(baseUrl: string, args: readonly string[]): Promise<Ran> {
  const optionOf = (option: string) => args[args.indexOf(option) + 1] ?? '';
  const config = JSON.parse(readFileSync(optionOf('-c'), 'utf8')) as Record<string, unknown>;
  const secrets = args.includes('--secrets-file')
    ? (JSON.parse(readFileSync(optionOf('--secrets-file'), 'utf8')) as Record<string, string>)
    : {};
  const bindings = [
    ...BINDINGS.flatMap(([field, type, make]) =>
      ((config[field] ?? []) as Record<string, string>[]).map((row) => ({ type, ...make(row) })),
    ),
    ...Object.entries((config['vars'] ?? {}) as object).map(([name, text]) => ({ type: 'plain_text', name, text })),
    ...Object.entries(secrets).map(([name, text]) => ({ type: 'secret_text', name, text })),
  ];
  const form = new FormData();
  const { compatibility_date, limits } = config;
  const annotations = { 'workers/tag': optionOf('--tag') };
  form.set('metadata', JSON.stringify({ bindings, compatibility_date, limits, annotations }));
  try {
    const response = await fetch(`${baseUrl}/accounts/${ACCOUNT}/workers/scripts/${config['name']}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${GOOD_TOKEN}` },
      body: form,
    });
    return { code: response.ok ? 0 : 1, output: await response.text() };
  } catch (error) {
    return { code: 1, output: `✘ [ERROR] ${String(error)}` };
  }
}
