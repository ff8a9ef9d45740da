/** The part of zip files. */

import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { type ZipAccess, type ZipStep, zipStep } from './zip.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

const calls = {
  zipStep({ core }: Parts, access: ZipAccess, step: ZipStep) {
    return core.transact((tx) => zipStep(core, tx, access, step));
  },
};

export const zipPart = {
  tables: {
    21: `
  -- Long choices of files that links to zip files name: JSON of ids, under the digest of it.
  CREATE TABLE zip_selections (id TEXT PRIMARY KEY, ids TEXT NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX zip_selections_by_time ON zip_selections (until_ms);
  `,
  },
  calls,
} satisfies DrivePart;
