/** The small page that apps show in a frame: the free storage. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { href } from '#shared/routes.ts';
import { type OwnPlan, SignInFirst } from './plans.view.tsx';

export function WidgetView({ own, here }: { own: OwnPlan | null; here: string }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <>
      <h1 className="text-2xl">{t('membership.widget.title')}</h1>
      {own ? (
        <Card className="mt-6 p-5 sm:p-6">
          <StorageBar label={t('membership.widget.title')} usedBytes={own.usageBytes} limitBytes={own.limitBytes} />
          <p className="mt-3">
            {t('ui.storage.used', { used: format.bytes(own.usageBytes), limit: format.bytes(own.limitBytes) })}
          </p>
          <Button href={href('drive.all')} variant="primary" wide className="mt-5">
            {t('ui.shell.open_drive')}
          </Button>
        </Card>
      ) : (
        <SignInFirst here={here} />
      )}
    </>
  );
}
