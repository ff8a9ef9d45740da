import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { FORMER_METHODS } from './former-methods.ts';
import { newHexId } from './ids.ts';

const BINDINGS: Readonly<Record<string, string>> = {
  AccountObject: 'ACCOUNT',
  BlobIndexObject: 'BLOB_INDEX',
  ConfigObject: 'CONFIG_BOOK',
  DeskObject: 'DESK',
  DriveObject: 'DRIVE',
  ShareBookObject: 'SHARE_BOOK',
  ShareObject: 'SHARE',
};

type Stub = DurableObjectStub & Record<string, (...call: unknown[]) => Promise<unknown>>;

function objectOfClass(className: string): Stub {
  const namespaces = env as unknown as Record<string, DurableObjectNamespace>;
  const namespace = namespaces[BINDINGS[className] ?? ''];
  if (!namespace) throw new Error(`no binding of ${className}`);
  return namespace.getByName(newHexId()) as Stub;
}

it.each(Object.entries(FORMER_METHODS))(
  '%s has its former methods and those that take their place',
  async (name, calls) => {
    const missing = await runInDurableObject(objectOfClass(name), (object) =>
      Object.entries(calls)
        .flat()
        .filter((call) => typeof (object as unknown as Record<string, unknown>)[call] !== 'function'),
    );
    expect(missing).toEqual([]);
  },
);

it('a call by a former name is answered as by the present one', async () => {
  const [former, present] = [objectOfClass('BlobIndexObject'), objectOfClass('BlobIndexObject')];
  const bans = ['case', [{ contentKey: newHexId(), blobKey: newHexId() }], true];
  expect(await former['judge']?.(...bans)).toEqual(await present['setBans']?.(...bans));
  const drive = objectOfClass('DriveObject');
  const item = { id: 'one', kind: 'invited', data: {} };
  expect(await drive['ring']?.(item)).toEqual({ ok: true, value: { ok: true } });
  expect(await drive['notifyPerson']?.({ ...item, id: 'two' })).toEqual({ ok: true, value: { ok: true } });
});
