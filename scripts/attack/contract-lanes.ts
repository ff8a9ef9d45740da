/** Lanes made from the contracts: every endpoint, with broken bodies, with bodies of the right shape, and with odd queries. */
import fc from 'fast-check';
import type { Endpoint } from '#shared/contract.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { addressPart, jsonObjectOf, mutated, nastyText, queryOf } from './grammar.ts';
import { requestBytes } from './raw-client.ts';
import { valuesOf } from './schema-values.ts';
import { bearer, common, type Lane, type Target } from './target.ts';

/** Calls that end the attacker's session or account are left to the tests. */
const EXCLUDED = /^auth\.(revoke|close|freeze|endOthers|revokeDevice|signOut|changePassword)$/;

/** Names of the members or parameters that a schema of a contract names. */
function namesIn(schema: unknown): string[] {
  const { entries } = schema as { entries?: Record<string, unknown> };
  return entries ? Object.keys(entries) : [];
}

function pathOf(row: Endpoint, parts: readonly string[]): string {
  let n = 0;
  return row.path.replace(/\{\w+\}/g, () => parts[n++ % parts.length]?.replaceAll('/', '%2f') || 'x');
}

export function bodies(target: Target): Lane {
  const rows = ENDPOINTS.filter(({ id, bodyKind }) => bodyKind === 'json' && !EXCLUDED.test(id));
  const one = (row: Endpoint) => {
    const json = jsonObjectOf([...namesIn(row.body), 'ids', 'file_ids', 'share_id']);
    const form = queryOf(namesIn(row.body)).map((query) => query.slice(1));
    const text = fc.oneof(
      { weight: 5, arbitrary: json },
      { weight: 2, arbitrary: json.chain(mutated) },
      { weight: 1, arbitrary: form },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 20_000 }).map((depth) => '['.repeat(depth)) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 9_000 }).map((depth) => '{"a":'.repeat(depth)) },
    );
    const type = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      '',
    );
    return fc
      .tuple(text, type, queryOf(namesIn(row.query)), fc.array(addressPart, { minLength: 1, maxLength: 3 }))
      .map(([body, label, query, parts]) =>
        requestBytes(
          `${row.method} ${pathOf(row, parts)}${query} HTTP/1.1`,
          [...common(target), bearer(target), `Content-Type: ${label}`],
          body,
        ),
      );
  };
  return { name: 'bodies', requests: fc.constantFrom(...rows).chain(one), isComplete: true };
}

/** Calls that a schema accepts: their content is hostile, their shape is right. */
export function calls(target: Target): Lane {
  const rows = ENDPOINTS.filter(({ id, bodyKind }) => bodyKind !== 'bytes' && bodyKind !== 'xml' && !EXCLUDED.test(id));
  const known = fc.constantFrom(...target.ids);
  const one = (row: Endpoint) =>
    fc
      .tuple(
        valuesOf(row.body, target.ids),
        valuesOf(row.query, target.ids),
        fc.array(fc.oneof(known, known, addressPart), { minLength: 1, maxLength: 3 }),
      )
      .map(([body, query, parts]) => {
        const pairs = Object.entries(query as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
          value === null ? [] : [[name, String(value).toWellFormed().slice(0, 2_000)]],
        );
        const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
        return requestBytes(
          `${row.method} ${pathOf(row, parts)}${search} HTTP/1.1`,
          [...common(target), bearer(target), 'Content-Type: application/json'],
          row.bodyKind === 'json' ? JSON.stringify(body) : '',
        );
      });
  return { name: 'calls', requests: fc.constantFrom(...rows).chain(one), isComplete: true };
}

export function reads(target: Target): Lane {
  const rows = ENDPOINTS.filter(({ method }) => method === 'GET');
  const filters = fc
    .dictionary(
      fc.constantFrom(
        'trashed',
        'phase',
        'kind',
        'starred',
        'system_tag',
        'modified_time',
        'mime_type',
        'file_extension',
        'type',
        'id',
        'name',
      ),
      fc.dictionary(
        fc.constantFrom('eq', 'in', 'gt', 'lt', 'ne'),
        fc.oneof(nastyText, fc.boolean(), fc.maxSafeInteger()),
      ),
    )
    .map((value) => `filters=${encodeURIComponent(JSON.stringify(value).toWellFormed())}`);
  const token = fc
    .oneof(nastyText, fc.base64String({ maxLength: 200 }))
    .map((text) => `page_token=${encodeURIComponent(text.toWellFormed())}`);
  const requests = fc.constantFrom(...rows).chain((row) =>
    fc
      .tuple(queryOf(namesIn(row.query)), filters, token, fc.array(addressPart, { minLength: 1, maxLength: 3 }))
      .map(([query, filter, page, parts]) => {
        const all = [query.slice(1), filter, page].filter(Boolean).join('&').slice(0, 12_000);
        return requestBytes(`GET ${pathOf(row, parts)}?${all} HTTP/1.1`, [...common(target), bearer(target)]);
      }),
  );
  return { name: 'reads', requests, isComplete: true };
}
