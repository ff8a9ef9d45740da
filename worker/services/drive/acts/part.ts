/** The part of the log of acts and of the tags of folders. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { ACT_TABLES } from './tables.ts';
import { makeTags, type Tags } from './tags.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly tags: Tags;
}

const calls = {
  /** @param ids  folders; '' is the root. @returns the tag of each, in their order */
  folderTags: ({ core, tags }: Parts, caller: CallerData, ids: readonly string[]) =>
    core.read(caller, () => {
      const found = tags.of(ids);
      return ids.map((id) => found.get(id) ?? { n: 0, run: 0 });
    }),
};

export const actsPart = {
  tables: ACT_TABLES,
  make: ({ core }: { readonly core: DriveCore }) => ({ tags: makeTags(core.sql) }),
  calls,
} satisfies DrivePart;
