/** The part of counts of downloads. */
import { type Result, succeed } from '#shared/errors.ts';
import type { DownloadTarget } from '#shared/site/downloads.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import type { DeskPart } from '../desk/desk-part.ts';
import { countDownload, downloadCounts } from './download.store.ts';

export const downloadsPart = {
  calls: {
    countDownload: (core: ObjectCore, target: DownloadTarget): Result<null> =>
      core.command(() => {
        countDownload(core.sql, target);
        return null;
      }),
    downloads(core: ObjectCore): Result<Record<string, number>> {
      if (!core.exists()) return succeed({});
      return core.command(() => downloadCounts(core.sql));
    },
  },
} satisfies DeskPart;
