/** The small page that apps show in a frame: the plan, the free storage, and the way to more. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { type OwnPlan, PlanEnd, PlanName, SignInFirst } from './plan-status.view.tsx';

export interface WidgetViewProps {
  own: OwnPlan | null;
  here: string;
  sells: boolean;
}

export function WidgetView({ own, here, sells }: WidgetViewProps): ReactNode {
  const { t, locale } = useT();
  const format = useFormat();
  return (
    <>
      <h1 className="site-title">{t('membership.widget.title')}</h1>
      {own ? (
        <Card className="mt-6 p-5 sm:p-6">
          <p className="font-semibold">
            <PlanName premium={own.premium} />
          </p>
          <PlanEnd own={own} className="mb-3 text-sm text-muted" />
          <StorageBar label={t('membership.widget.title')} usedBytes={own.usageBytes} limitBytes={own.limitBytes} />
          <p className="mt-3">
            {t('ui.storage.used', { used: format.bytes(own.usageBytes), limit: format.bytes(own.limitBytes) })}
          </p>
          <Button href={href('drive.all')} variant="primary" wide className="mt-5">
            {t('ui.shell.open_drive')}
          </Button>
          {sells ? (
            <Button href={joinLocale(locale, href('inapp.shop'))} wide className="mt-3">
              {t(own.premium ? 'membership.plan.plans' : 'membership.offer.get')}
            </Button>
          ) : null}
        </Card>
      ) : (
        <SignInFirst here={here} />
      )}
    </>
  );
}
