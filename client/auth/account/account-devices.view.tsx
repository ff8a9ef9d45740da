/** Devices where the user is signed in, with a button to sign each out. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { AccountForm, type AccountPageProps, FormTrouble, Section, type ShownDevice } from './account-parts.view.tsx';

/** Shown at once; the others are unfolded. The newest are first. */
const FIRST_DEVICES = 5;

function Devices({ devices }: { devices: readonly ShownDevice[] }): ReactNode {
  return (
    <ul className="grid gap-3">
      {devices.map((device) => (
        <DeviceRow key={device.deviceId} device={device} />
      ))}
    </ul>
  );
}

export function DevicesSection({ page }: { page: AccountPageProps }): ReactNode {
  const { t, tn } = useT();
  return (
    <Section id="devices" title={t('auth.account.devices.title')}>
      <p className="text-muted">{t('auth.account.devices.lead')}</p>
      <FormTrouble page={page} step="device" fields={[]} />
      <FormTrouble page={page} step="others" fields={[]} />
      <Devices devices={page.devices.slice(0, FIRST_DEVICES)} />
      {page.devices.length > FIRST_DEVICES ? (
        <details>
          <summary className="btn btn-quiet btn-sm">
            {tn('auth.account.devices.more', page.devices.length - FIRST_DEVICES)}
          </summary>
          <div className="mt-3">
            <Devices devices={page.devices.slice(FIRST_DEVICES)} />
          </div>
        </details>
      ) : null}
      {page.devices.length > 1 ? (
        <AccountForm page={page} step="others" submit={t('auth.account.devices.others')} variant="quiet" />
      ) : null}
    </Section>
  );
}

function DeviceRow({ device }: { device: ShownDevice }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const name =
    [device.name, device.model].filter((word) => word !== '').join(' · ') || t('auth.account.devices.unknown');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line p-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-xs text-muted">
          <span title={format.dateTime(device.lastLoginMs)}>
            {t('auth.account.devices.last', { time: format.dateAndTime(device.lastLoginMs) })}
          </span>
          {device.isCurrent ? ` · ${t('auth.account.devices.current')}` : ''}
        </p>
      </div>
      {device.isCurrent ? null : (
        <form method="post" action={href('account.settings')} data-guard>
          <input type="hidden" name="step" value="device" />
          <input type="hidden" name="device" value={device.deviceId} />
          <Button type="submit" size="sm" aria-label={t('auth.account.devices.revoke_named', { name })}>
            {t('auth.account.devices.revoke')}
          </Button>
        </form>
      )}
    </li>
  );
}
