/** Grants and files of guests in the spelling of the wire. */

import { fileSeenBy } from '#shared/drive/file-fields.ts';
import type { Grant } from '#shared/drive/grants/grants.contract.ts';
import type { CommonFolder } from '#shared/drive/grants/guest.contract.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { wireTime } from '#shared/units.ts';
import type { ContentLink } from '../content/link.ts';
import type { ImageLinks } from '../images/link.ts';
import type { PicturedRow } from '../tree/node-columns.ts';
import { toFileObject } from '../tree/wire.ts';
import type { GrantData } from './grants.store.ts';
import type { ReceivedGrant } from './received.store.ts';

export function toGrant({ id, nodeId, person, role, state, createdMs, offered }: GrantData): Grant {
  return {
    kind: 'drive#grant',
    grant_id: id,
    file_id: nodeId,
    person,
    role,
    state,
    offered,
    created_time: wireTime(createdMs),
  };
}

export function toCommonFolder(grant: ReceivedGrant): CommonFolder {
  return {
    kind: 'drive#common_folder',
    grant_id: grant.id,
    name: grant.name,
    folder: !grant.isFile,
    owner_name: grant.ownerName,
    role: grant.role,
    state: grant.state,
    offered: grant.offered,
    invited_time: wireTime(grant.invitedMs),
  };
}

/**
 * A file as a guest sees it. Only fields that `FILE_FIELDS` gives to all, and those listed here, leave the owner's drive: no marks, history, labels and no folder above the
 * common one.
 */
export function guestFileObject(
  row: PicturedRow,
  at: { readonly nodeId: string; readonly isEditor: boolean },
  made: { readonly imageLinks?: ImageLinks; readonly link?: ContentLink } = {},
): FileObject {
  const file = toFileObject(row, { userId: '', ...(made.imageLinks ? { imageLinks: made.imageLinks } : {}) });
  const isTop = row.id === at.nodeId || row.parent_id === at.nodeId;
  return {
    ...fileSeenBy('guests', file),
    parent_id: isTop ? '' : file.parent_id,
    thumbnail_link: file.thumbnail_link,
    web_content_link: made.link?.url ?? '',
    links: made.link ? { 'application/octet-stream': made.link } : {},
    writable: at.isEditor && row.id !== at.nodeId,
    folder_type: file.kind === 'drive#folder' ? 'NORMAL' : '',
  };
}
