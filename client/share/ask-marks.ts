/** Asks in the background which files are shared. Loaded after the list is drawn. */
import type { ApiClient } from '#client/api/client.ts';
import type { AskMarks } from '#shared/drive/shared-mark.ts';
import { ownLinkContract } from '#shared/share/own-link.contract.ts';

export function makeAskMarks(api: ApiClient): AskMarks {
  return async (fileIds) => {
    const body = { file_ids: [...fileIds] };
    const { marks } = await api.call(ownLinkContract.marks, { body, isBackground: true });
    return marks.map((mark) => ({
      id: mark.file_id,
      links: Number(mark.link_count),
      views: Number(mark.view_count),
      isLocked: mark.locked,
      people: Number(mark.people_count),
      collects: mark.collects,
    }));
  };
}
