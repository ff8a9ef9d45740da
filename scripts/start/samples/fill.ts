/** Gives demo people their sample drives, by the calls that programs make. Only for people that were made a moment ago. */

import { setTimeout } from 'node:timers/promises';
import { callInternal, callWorker, workerEndpoint } from '../state/internal-endpoint.ts';
import type { DemoPerson } from '../state/seed.ts';
import { ENGLISH_SAMPLES, type SampleFile, sampleMedia, samplePapers } from './files.ts';

/** 10 s together. */
const INVITATION_TRIES = 200;
const INVITATION_PAUSE_MS = 50;

/** A demo person whose account this start made. */
type NewPerson = DemoPerson & { readonly accessToken: string };
type Endpoint = ReturnType<typeof workerEndpoint>;

function driveOf(endpoint: Endpoint, { accessToken }: NewPerson) {
  const headers = { authorization: `Bearer ${accessToken}` };
  async function ask<T>(method: string, target: string, type: string, body: Uint8Array): Promise<T> {
    const { status, text } = await callWorker(endpoint, {
      method,
      target,
      headers: { ...headers, 'content-type': type },
      body,
    });
    if (status !== 200) throw new Error(`${method} ${target} answered ${status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }
  const call = <T>(method: string, target: string, body: object): Promise<T> =>
    ask(method, target, 'application/json', Buffer.from(JSON.stringify(body)));
  return {
    call,
    async makeFolder(name: string): Promise<string> {
      const body = { kind: 'drive#folder', name, parent_id: '' };
      return (await call<{ file: { id: string } }>('POST', '/drive/v1/files', body)).file.id;
    },
    async put(files: readonly SampleFile[], parentId: string): Promise<void> {
      for (const { name, bytes } of files) {
        const query = new URLSearchParams({ name, parent_id: parentId });
        await ask('POST', `/drive/v1/uploads?${query}`, 'application/octet-stream', bytes);
      }
    },
  };
}

/**
 * Everybody gets pictures, a song and a film; all but the second also a folder with a document and a table, and that of the first is
 * shared with the second.
 * @throws Error for a call that the Worker refuses
 */
async function fill(endpoint: Endpoint, people: readonly NewPerson[]): Promise<void> {
  const [media, papers] = [sampleMedia(ENGLISH_SAMPLES), samplePapers(ENGLISH_SAMPLES)];
  const [first, second] = people;
  await Promise.all(
    people.map(async (person) => {
      const drive = driveOf(endpoint, person);
      await drive.put(media, '');
      if (person === second) return;
      const folderId = await drive.makeFolder(ENGLISH_SAMPLES.folder);
      await drive.put(papers, folderId);
      if (person === first && second) {
        const grant = { file_id: folderId, person: second.email, role: 'editor' };
        await drive.call('POST', '/drive/v1/common/grants', grant);
      }
    }),
  );
  if (!second) return;
  const guest = driveOf(endpoint, second);
  // An invitation comes by an event of the inviting drive.
  for (let tries = 0; tries < INVITATION_TRIES; tries += 1) {
    const { folders } = await guest.call<{ folders: { grant_id: string }[] }>('GET', '/drive/v1/common/folders', {});
    const [invitation] = folders;
    if (invitation) {
      await guest.call('PATCH', `/drive/v1/common/folders/${invitation.grant_id}`, { answer: 'accepted' });
      return;
    }
    await setTimeout(INVITATION_PAUSE_MS);
  }
  throw new Error('the invitation did not come');
}

/**
 * Makes what the first person has a link, which the first page offers to try.
 * @throws Error for a call that the Worker refuses
 */
async function offerLink(endpoint: Endpoint, internalToken: string, person: NewPerson): Promise<void> {
  const drive = driveOf(endpoint, person);
  const { files } = await drive.call<{ files: { id: string }[] }>('GET', '/drive/v1/files', {});
  const body = { file_ids: files.map(({ id }) => id), title: ENGLISH_SAMPLES.folder, settle_name: true };
  const { share_id } = await drive.call<{ share_id: string }>('POST', '/drive/v1/share', body);
  const ask = async <T>(verb: string, sent: object): Promise<T> => {
    const { status, text } = await callInternal(endpoint, internalToken, `/_internal/config/${verb}`, sent);
    if (status !== 200) throw new Error(`${verb} answered ${status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  };
  const { text, version } = await ask<{ text: string; version: number }>('read', { name: 'basic' });
  const basic = JSON.parse(text) as { default: object };
  const changed = { ...basic, default: { ...basic.default, try_link: `/s/${share_id}` } };
  await ask('publish', { name: 'basic', text: JSON.stringify(changed, null, 2), base_version: version });
}

/**
 * Fills the drives when this start made all of the people: a folder that had one of them has its own files, or its person deleted the
 * samples. A demo whose samples fail is served all the same. The sessions of the people end.
 * @param origin  of the Worker itself
 */
export async function addSamples(
  origin: URL,
  appOrigin: string,
  internalToken: string,
  people: readonly DemoPerson[],
): Promise<void> {
  const made = people.flatMap(({ accessToken, ...person }) => (accessToken ? [{ ...person, accessToken }] : []));
  const endpoint = workerEndpoint(origin, appOrigin);
  try {
    if (made.length === people.length) {
      await fill(endpoint, made);
      if (made[0]) await offerLink(endpoint, internalToken, made[0]);
    }
  } catch (error) {
    process.stderr.write(`error: the sample drives are not complete: ${String(error)}\n`);
  }
  const ended = await Promise.allSettled(
    made.map((person) => driveOf(endpoint, person).call('POST', '/v1/auth/revoke', {})),
  );
  for (const one of ended)
    if (one.status === 'rejected')
      process.stderr.write(`error: a session of the samples is open: ${String(one.reason)}\n`);
}
