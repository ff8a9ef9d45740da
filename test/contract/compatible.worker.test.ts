/** Each call that a compatible client program makes, sent as that program sends it. Source: wire-contract.md. */
import { expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import type { FamilyCall, Things } from './compatible-call.ts';
import { COMPATIBLE_CALLS } from './compatible-requests.ts';
import { DEVICE_ID, ORIGIN, runningServer } from './send.ts';
import { freshName, makeFile, makeFolder, makeLink, makePeople, makeTrashed, ok, trash, type World } from './world.ts';

let people: Promise<Omit<World, 'after'>> | undefined;

async function makeThings({ alice }: Omit<World, 'after'>): Promise<Things> {
  const fileId = await makeFile(alice, freshName('content'));
  const [folderId, trashedId, other] = await Promise.all([makeFolder(alice), makeTrashed(alice), makeFolder(alice)]);
  const open = await makeLink(alice, { fileIds: [fileId] });
  const locked = await makeLink(alice, { fileIds: [fileId], locked: true });
  const { hash } = await ok(driveContract.detail, { token: alice.token, params: { id: fileId } });
  return {
    fileId,
    folderId,
    innerId: await makeFolder(alice, folderId),
    trashedId,
    shareId: open.shareId,
    lockedShareId: locked.shareId,
    passCode: locked.passCode,
    taskId: await trash(alice, other),
    gcid: hash,
  };
}

function send({ method, path, body, by }: FamilyCall, things: Things, tokens: Record<FamilyCall['by'], string>) {
  const headers = new Headers({
    host: new URL(ORIGIN).host,
    'x-device-id': DEVICE_ID,
    'cf-connecting-ip': '203.0.113.9',
  });
  if (tokens[by]) headers.set('authorization', `Bearer ${tokens[by]}`);
  if (body) headers.set('content-type', 'application/json');
  const init = { method, headers, redirect: 'manual' as const, body: body ? JSON.stringify(body(things)) : null };
  return runningServer(new Request(`${ORIGIN}${path(things)}`, init));
}

/** The member at a dotted place; names with a slash hold no dot of their own. */
function memberAt(value: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);
}

it.each(
  COMPATIBLE_CALLS.map(
    (call) => [`${call.method} ${call.path({} as Things).slice(0, 70)} (${call.clients})`, call] as const,
  ),
)('a compatible client is answered: %s', async (_name, call) => {
  people ??= makePeople();
  const world = await people;
  const things = await makeThings(world);
  const tokens = { owner: world.alice.token, other: world.bob.token, visitor: '' };
  const response = await send(call, things, tokens);
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body: unknown = JSON.parse(text);
  const [status, error] = call.refusal ?? [200, undefined];
  expect({ status: response.status, error: memberAt(body, 'error') }, text.slice(0, 400)).toEqual({ status, error });
  for (const place of call.reads ?? [])
    expect(memberAt(body, place), `${place} in ${text.slice(0, 400)}`).toBeDefined();
});
