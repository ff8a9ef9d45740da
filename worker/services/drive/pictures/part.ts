/** The part of small images. */

import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { ifExists } from '../core/transact.ts';
import { recordImages } from '../images/images.store.ts';
import type { ContentImages } from '../images/model.ts';
import { coverMarks } from './covers.ts';
import { type FinishedImage, finishImage, startImage } from './finish-image.ts';
import { openPicture, selectSharedPictures } from './open-picture.ts';
import { findPicture, type NamedPicture } from './program-picture.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

const calls = {
  coverMarks: ({ core }: Parts, caller: CallerData, ids: readonly string[]) =>
    core.read(caller, (sql) => coverMarks(sql, ids)),
  startImage: ({ core }: Parts, caller: CallerData, nodeId: string) =>
    core.write(caller, (tx) => startImage(tx, nodeId)),
  finishImage: ({ core }: Parts, caller: CallerData, landing: FinishedImage) =>
    core.write(caller, (tx) => finishImage(tx, landing)),
  openPicture({ core }: Parts, caller: CallerData, nodeId: string, contentMark: string) {
    return openPicture(core, caller, nodeId, contentMark);
  },
  findPicture: ({ core }: Parts, caller: CallerData, named: NamedPicture) =>
    core.read(caller, (sql, _nowMs, scope) => findPicture(sql, scope, named, core.object.name)),
  sharedPictures({ core }: Parts, rootIds: readonly string[], ids: readonly string[]) {
    return ifExists(core, {}, ({ sql }) => selectSharedPictures(sql, rootIds, ids, core.object.name));
  },
  recordImages({ core }: Parts, contentKey: string, known: ContentImages) {
    return ifExists(core, null, ({ sql }) => recordImages(sql, contentKey, known));
  },
};

export const picturesPart = {
  calls,
} satisfies DrivePart;
