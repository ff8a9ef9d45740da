/** Acts of the owner in the browser: calls of the drive, as its page makes them. */
import { type Body, type Caller, call, type Outcome } from '#scripts/crash-test/calls.ts';
import { gcidOf } from '#test/flow/wire-client.ts';
import { type Draw, pick } from './local-acts.ts';
import { STILL } from './sync-folder.ts';

const LISTED = '200';

/** Draws an act of the browser and does it. @returns GCIDs of the bytes that the server has acknowledged */
export async function actInBrowser({ wire, token }: Caller, draw: Draw): Promise<string[]> {
  const { random, bytes, name } = draw;
  const send = (method: string, target: string, body?: object): Promise<Outcome> =>
    call(wire, method, target, { token, ...(body && { body }) });
  const list = async (parentId: string): Promise<Body[]> => {
    const query = { parent_id: parentId, limit: LISTED };
    const listed = await call(wire, 'GET', '/drive/v1/files', { token, query });
    return listed.kind === 'ok' ? listed.body.files.filter(({ name: listedName }: Body) => listedName !== STILL) : [];
  };
  const isFolder = ({ kind }: Body): boolean => kind === 'drive#folder';
  const top = await list('');
  const folder = pick(top.filter(isFolder), random);
  const inside = folder && random() < 0.6 ? await list(folder.id) : top;
  const parentId = inside === top ? '' : folder.id;
  const [file, entry] = [
    pick(
      inside.filter((one) => !isFolder(one)),
      random,
    ),
    pick(inside, random),
  ];
  const put = async (fileName: string, conflict: string): Promise<string[]> => {
    const sent = bytes();
    const query = { name: fileName, parent_id: parentId, conflict };
    const { kind } = await call(wire, 'POST', '/drive/v1/uploads', { token, bytes: sent, query });
    return kind === 'ok' ? [gcidOf(sent)] : [];
  };
  const drawn = random();
  if (drawn < 0.3 || entry === undefined) return put(name('.web'), 'keep_both');
  if (drawn < 0.5 && file) return put(file.name, 'replace');
  if (drawn < 0.58 && file) return put(file.name, 'keep_both');
  if (drawn < 0.7) await send('PATCH', `/drive/v1/files/${entry.id}`, { name: name('.renamed') });
  else if (drawn < 0.82)
    await send('POST', '/drive/v1/files:batchMove', { ids: [entry.id], to: { parent_id: folder?.id ?? '' } });
  else if (drawn < 0.88) await send('POST', '/drive/v1/files:batchTrash', { ids: [entry.id] });
  // A folder beside one of the same name.
  else if (drawn < 0.93)
    await send('POST', '/drive/v1/files', { kind: 'drive#folder', name: folder?.name ?? name(''), parent_id: '' });
  else await send('POST', '/drive/v1/files', { kind: 'drive#folder', name: name(''), parent_id: parentId });
  return [];
}
