/** Who can see a shared file or folder, how often it was opened, and the ways to end that. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { SharedMark } from '#shared/drive/shared-mark.ts';
import type { DriveContext } from '../drive.context.ts';

export function SharedFacts({ drive, row, mark }: { drive: DriveContext; row: DriveRow; mark: SharedMark }): ReactNode {
  const { t, tn } = useT();
  const { links, toasts } = drive.actions;
  const hasLink = mark.links > 0;
  const who = [
    ...(hasLink ? [t(mark.isLocked ? 'drive.shared.with_code' : 'drive.shared.anyone')] : []),
    ...(mark.people === 0 ? [] : [tn('drive.shared.people_count', mark.people)]),
    ...(mark.collects ? [t('drive.shared.collects')] : []),
  ];
  return (
    <span className="grid gap-2">
      <span>
        {who.join(' · ')}
        {hasLink ? <span className="block text-muted">{tn('drive.link.views', mark.views)}</span> : null}
      </span>
      <span className="flex flex-wrap gap-2">
        {hasLink ? (
          <Button
            size="sm"
            className="text-danger"
            onClick={() => void links.turnOffLinks(row).catch(toasts.showFailure)}
          >
            {t('drive.link.close')}
          </Button>
        ) : null}
        <Button size="sm" onClick={() => drive.actions.run('share', [row])}>
          {t('drive.shared.manage')}
        </Button>
      </span>
    </span>
  );
}
