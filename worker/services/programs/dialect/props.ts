/** Properties that the sync clients ask for, as text inside of their elements. Pure. */
import { SECOND_MS } from '#shared/units.ts';
import type { ProgramEntry } from '#worker/services/drive/service.ts';
import type { MountProps } from '../dav/visit.ts';
import { NEXTCLOUD, OWNCLOUD, permissionsOf } from './fixed.ts';

/** Order of the signs of an id (#shared/ids). */
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** 48 bits: the number stays exact in every client, and two files of a drive of 100,000 share one with a chance of 1 in 50,000. */
const NUMBER_SIGNS = 8;

/** The id that clients keep: that of the file, and one for the root. */
export function fileIdOf({ id }: Pick<ProgramEntry, 'id'>): string {
  return id === '' ? 'root' : id;
}

/** A number in place of the id where a client wants one: the first signs of the id, so that it leads back to the file. */
export function fileNumberOf({ id }: Pick<ProgramEntry, 'id'>): string {
  let number = 1;
  for (const sign of id.slice(1, 1 + NUMBER_SIGNS)) number = number * 64 + Math.max(0, SIGNS.indexOf(sign));
  return String(number);
}

/** The beginning of the id that a number stands for; null for any other number. */
export function idPrefixOf(number: string): string | null {
  if (!/^\d{1,16}$/.test(number)) return null;
  let left = Number(number) - 64 ** NUMBER_SIGNS;
  if (left < 0 || left >= 64 ** NUMBER_SIGNS) return null;
  let signs = '';
  for (let at = 0; at < NUMBER_SIGNS; at += 1) {
    signs = `${SIGNS[left % 64]}${signs}`;
    left = Math.floor(left / 64);
  }
  return `V${signs}`;
}

const PICTURES = /^image\/(?:jpeg|png|gif|webp|heic|heif|avif|bmp|tiff)$/;

export function hasPreview({ mime }: Pick<ProgramEntry, 'mime'>): boolean {
  return PICTURES.test(mime);
}

/** Changes after a restore, and never otherwise: then clients keep what they have. '' before the first. */
function fingerprintOf(restored: string, recoveries: number): string {
  return [restored, recoveries === 0 ? '' : String(recoveries)].filter((part) => part !== '').join('-');
}

type Prop = Parameters<MountProps['forEach']>[0] extends (value: infer P, ...rest: never[]) => void ? P : never;

const OWNCLOUD_PROPS: Readonly<Record<string, Prop>> = {
  id: fileIdOf,
  fileid: fileNumberOf,
  permissions: ({ isFile, name }, { isReadOnly }) => permissionsOf(isFile, isReadOnly, name === ''),
  size: ({ id, isFile, sizeBytes, heldBytes }, { quota }) => {
    const bytes = isFile ? sizeBytes : (heldBytes ?? (id === '' ? quota?.usedBytes : undefined));
    return bytes === undefined ? null : String(bytes);
  },
  checksums: ({ sha1 }) => (sha1 ? `<oc:checksum>SHA1:${sha1}</oc:checksum>` : null),
  favorite: ({ starred }) => (starred ? '1' : '0'),
  'data-fingerprint': (_, { recoveries }, { deps }) => fingerprintOf(deps.dataFingerprint, recoveries),
  'owner-id': (_, __, { caller }) => caller.userId,
  'owner-display-name': (_, __, { caller }) => caller.userId,
  'share-types': () => '',
  'comments-unread': () => '0',
};

const secondsOf = (ms: number): string => String(Math.floor(ms / SECOND_MS));

const NEXTCLOUD_PROPS: Readonly<Record<string, Prop>> = {
  'has-preview': (entry) => String(entry.isFile && hasPreview(entry)),
  'mount-type': () => '',
  'is-encrypted': () => '0',
  'is-mount-root': () => 'false',
  creation_time: ({ createdMs }) => secondsOf(createdMs),
  upload_time: ({ createdMs }) => secondsOf(createdMs),
  hidden: () => 'false',
  'metadata-photos-original_date_time': ({ takenMs }) => (takenMs === undefined ? null : secondsOf(takenMs)),
};

const named = (uri: string, props: Readonly<Record<string, Prop>>) =>
  Object.entries(props).map(([local, render]) => [`{${uri}}${local}`, render] as const);

export const DIALECT_PROPS: MountProps = new Map([
  ...named(OWNCLOUD, OWNCLOUD_PROPS),
  ...named(NEXTCLOUD, NEXTCLOUD_PROPS),
]);
