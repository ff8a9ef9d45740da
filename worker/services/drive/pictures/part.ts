/** The part of small images. */

import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { ifExists } from '../core/transact.ts';
import { noteImages } from '../images/images.store.ts';
import type { ContentImages } from '../images/model.ts';
import { coverMarks } from './covers.ts';
import { type ImageLanding, landImage, startImage } from './land-image.ts';
import { openPicture, selectSharedPictures } from './open-picture.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

const calls = {
  coverMarks: ({ core }: Parts, caller: CallerData, ids: readonly string[]) =>
    core.read(caller, (sql) => coverMarks(sql, ids)),
  startImage: ({ core }: Parts, caller: CallerData, nodeId: string) =>
    core.write(caller, (tx) => startImage(tx, nodeId)),
  landImage: ({ core }: Parts, caller: CallerData, landing: ImageLanding) =>
    core.write(caller, (tx) => landImage(tx, landing)),
  openPicture({ core }: Parts, caller: CallerData, nodeId: string, contentMark: string) {
    return openPicture(core, caller, nodeId, contentMark);
  },
  sharedPictures({ core }: Parts, rootIds: readonly string[], ids: readonly string[]) {
    return ifExists(core, {}, ({ sql }) => selectSharedPictures(sql, rootIds, ids, core.object.name));
  },
  noteImages({ core }: Parts, contentKey: string, known: ContentImages) {
    return ifExists(core, null, ({ sql }) => noteImages(sql, contentKey, known));
  },
};

export const picturesPart = {
  calls,
} satisfies DrivePart;
