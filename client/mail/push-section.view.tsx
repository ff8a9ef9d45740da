/** Notifications on devices: turning them on needs a script and the permission of the browser, turning them off does not. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export interface PushProps {
  /** A browser subscribes with it. */
  readonly publicKey: string;
  /** Devices that show notifications. */
  readonly devices: number;
  /** This one is among them. */
  readonly isHere: boolean;
}

function Step({ step, label }: { step: 'here' | 'everywhere'; label: string }): ReactNode {
  return (
    <form method="post" action={href('account.mail')} data-guard="">
      <input type="hidden" name="step" value={step} />
      <Button type="submit">{label}</Button>
    </form>
  );
}

export function PushSection({ publicKey, devices, isHere }: PushProps): ReactNode {
  const { t, tn } = useT();
  return (
    <Card id="push" className="grid gap-4 p-5 sm:p-7">
      <div>
        <h2 className="text-lg font-semibold">{t('mail.push.title')}</h2>
        <p className="mt-1 text-sm text-muted">{t('mail.push.text')}</p>
      </div>
      {devices === 0 ? null : <p>{tn('mail.push.devices', devices)}</p>}
      {isHere ? null : (
        <form method="post" action={href('account.mail')} className="needs-script grid gap-3" data-push={publicKey}>
          <input type="hidden" name="step" value="push" />
          <input type="hidden" name="endpoint" />
          <input type="hidden" name="p256dh" />
          <input type="hidden" name="auth" />
          <div>
            <Button type="submit" variant="primary">
              {t('mail.push.on')}
            </Button>
          </div>
          <div role="status">
            <p data-push-problem="denied" hidden>
              {t('mail.push.denied')}
            </p>
            <p data-push-problem="unable" hidden>
              {t('mail.push.unable')}
            </p>
            <p data-push-problem="failed" hidden>
              {t('mail.push.failed')}
            </p>
          </div>
        </form>
      )}
      {devices === 0 ? null : (
        <div className="flex flex-wrap gap-3">
          {isHere ? <Step step="here" label={t('mail.push.off')} /> : null}
          {devices > 1 || !isHere ? <Step step="everywhere" label={t('mail.push.off_all')} /> : null}
        </div>
      )}
    </Card>
  );
}
