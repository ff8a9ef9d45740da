/** In place of a folder that does not exist any more. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { PageState } from '#client/ui/states.tsx';

export function FolderGone({ rootHref }: { rootHref: string }): ReactNode {
  const { t } = useT();
  return (
    <PageState
      mood="looking"
      title={t('drive.gone.title')}
      text={<p>{t('drive.gone.text')}</p>}
      action={
        <Button variant="primary" href={rootHref}>
          {t('drive.gone.action', { place: t('ui.sidebar.all_files') })}
        </Button>
      }
    />
  );
}
