import { expect, test } from 'vitest';
import type { DocumentName } from '#shared/documents/registry.ts';
import { documentKey } from './keys.ts';
import { makeLive } from './live-documents.ts';

/** The documents of a new isolate in which these texts are stored. */
function live(texts: Partial<Record<DocumentName, string>>, fails: readonly DocumentName[] = []) {
  const names: readonly DocumentName[] = ['service', 'sign_up'];
  const read = async (key: string) => {
    const name = names.find((each) => documentKey(each) === key || each === key);
    if (!name || fails.includes(name)) throw new Error('out of order');
    return texts[name] ?? null;
  };
  const registry = { read: async (name: string) => ({ ok: true, value: { text: await read(name) } }) };
  const registries = { getByName: () => registry };
  return makeLive({ kv: { get: read }, registries, clock: { nowMs: () => 0 } } as unknown as Parameters<
    typeof makeLive
  >[0]);
}
const service = (values: object) => JSON.stringify({ default: values });
const mode = async (of: ReturnType<typeof live>) => (await of('sign_up')).default.mode;

test('a colour that this build would not publish changes nothing about the kind of service', async () => {
  const of = live({ service: service({ kind: 'company', accent: '#ffff00' }) });
  expect((await of('service')).default).toMatchObject({ kind: 'company', accent: '#ffff00' });
  expect(await mode(of)).toBe('invitation');
});

test('without a rule of the operators sign-up is by invitation while the documents cannot be read', async () => {
  expect(await mode(live({}))).toBe('open');
  expect(await mode(live({ service: service({ kind: 'club' }) }))).toBe('invitation');
  expect(await mode(live({}, ['service']))).toBe('invitation');
  expect(await mode(live({}, ['sign_up']))).toBe('invitation');
  const open = JSON.stringify({ default: { mode: 'open', mail_domains: [] } });
  expect(await mode(live({ sign_up: open }, ['service']))).toBe('open');
});
