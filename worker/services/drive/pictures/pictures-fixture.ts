/// <reference types="@cloudflare/vitest-plugin/types" />
/** Looks at small images through their endpoint, with the real codec; counts decoded images. */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { Hono } from 'hono';
import { unwrap } from '#shared/errors.ts';
import type { ContentKey } from '#shared/ids.ts';
import type { Env } from '#worker/env.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { makePictureCodec, type PictureCodec } from '#worker/platform/pictures/codec.ts';
import { blobIndexOf } from '../blobs/keys.ts';
import { grantedImagesOf } from '../grants/granted-content.ts';
import { detail, list } from '../tree/read.ts';
import { contentKeyOf, makeUploader, type Uploader } from '../upload/upload-fixture.ts';
import { makeImageRoutes, makeSendImage } from './endpoint.ts';

const env = bound as unknown as Env;
/** A person with the endpoint of small images, in an isolate of its own. */
export function makeViewer(person: Uploader = makeUploader()) {
  const { deps, caller } = person;
  const real = makePictureCodec(env.CODEC);
  let decodes = 0;
  let fail: Error | null = null;
  const codec: PictureCodec = {
    turns: real.turns,
    async render(body, sizeBytes) {
      decodes += 1;
      if (fail) throw fail;
      return real.render(body, sizeBytes);
    },
  };
  const router = new Hono<AppEnv>();
  router.use(async (c, next) => {
    c.set('hostKind', 'content');
    await next();
  });
  router.route(
    '/',
    makeImageRoutes(
      { ...deps, codec, shareImages: async () => null, grantedImages: grantedImagesOf(deps) },
      makeSendImage({ ...deps, codec }),
    ),
  );

  const shown = async (thumbnailSize = '') =>
    (
      await list(deps, caller, {
        parentId: '',
        limit: 1_000,
        pageToken: '',
        order: 'name_asc',
        foldersFirst: true,
        trashed: false,
        thumbnailSize,
      })
    ).files;

  return {
    ...person,
    decodes: () => decodes,
    failCodec: (error: Error | null) => {
      fail = error;
    },
    shown,
    detail: (id: string) => detail(deps, caller, person.nodeId(id)),
    async linkOf(id: string): Promise<string> {
      return (await shown()).find((file) => file.id === id)?.thumbnail_link ?? '';
    },
    async add(bytes: Uint8Array<ArrayBuffer>, name = 'picture.png'): Promise<string> {
      const { file } = await person.put(bytes, { name });
      return file?.id ?? '';
    },
    async look(url: string, init: RequestInit = {}) {
      const answer = await router.request(new Request(url, init));
      return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
    },
    async indexOf(id: string) {
      const contentKey = (await contentKeyOf(person, id)) as ContentKey;
      return { contentKey, index: blobIndexOf(deps.blobIndex, contentKey) };
    },
  };
}

export type Viewer = ReturnType<typeof makeViewer>;

/** Rows of the index about the images of a file. */
export async function indexRows(viewer: Viewer, id: string): Promise<Record<string, SqlStorageValue>[]> {
  const { contentKey, index } = await viewer.indexOf(id);
  return runInDurableObject(index as never, (_object, state) =>
    state.storage.sql.exec('SELECT * FROM images WHERE content_key = ?', contentKey).toArray(),
  );
}

/** Deletes a file for good. */
export async function removeFile(viewer: Viewer, id: string): Promise<void> {
  const { userId, sessionId, epoch } = viewer.caller;
  unwrap(await viewer.stub.remove({ userId, sessionId, epoch }, { ids: [id] }, null));
}

/** Moves the end of a lease or of a rest. */
export async function setLease(viewer: Viewer, id: string, leaseMs: number): Promise<void> {
  const { index } = await viewer.indexOf(id);
  await runInDurableObject(index as never, (_object, state) =>
    state.storage.sql.exec('UPDATE images SET lease_ms = ? WHERE lease_ms IS NOT NULL', leaseMs),
  );
}

/** Changes of a link to a small image, none of which opens it: the replaced part, and the new one. */
export const SPOILT_LINKS: readonly (readonly [string, RegExp, string])[] = [
  ['another signature', /\.[\w-]{22}(\/V)/, `.${'A'.repeat(22)}$1`],
  ['a cut signature', /[\w-]{4}(\/V)/, '$1'],
  ['no signature', /\.[\w-]{22}(\/V)/, '$1'],
  ['another content', /\.[\w-]{11}\/s$/, `.${'A'.repeat(11)}/s`],
  ['no content', /\.[\w-]{11}\/s$/, '/s'],
  ['another kind', /\/t\/d\./, '/t/s.'],
  ['another person', /\/t\/d\.\w/, '/t/d.W'],
  ['another node', /\/V[^/.]{4}/, '/VXXXX'],
  ['another size', /s$/, 'x'],
  ['a later end', /(\/t\/d\.[^.]+\.)\w/, '$1z'],
  ['one more field', /\/s$/, '.x/s'],
  ['nonsense', /\/t\/.*/, '/t/a/b/s'],
];
