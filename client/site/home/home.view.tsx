/**
 * The home page: the product, sign-up, sharing, privacy, limits. The same for every visitor.
 */
import {
  Copy,
  Database,
  EyeOff,
  KeyRound,
  Link2,
  LockKeyhole,
  ShieldCheck,
  Unlink,
  Upload,
  UserRoundCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { DriveShot } from './drive-shot.view.tsx';
import { HomeDevices, type OfferedApps } from './home-devices.view.tsx';
import { HomePicture } from './home-picture.view.tsx';

export interface HomeViewProps {
  /** Free storage of a new account, bytes; without it the line is omitted. */
  freeStorageBytes?: number;
  apps: OfferedApps;
}

export function HomeView({ freeStorageBytes, apps }: HomeViewProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <>
      <section className="mx-auto grid w-full max-w-6xl items-center gap-8 px-4 pt-6 pb-16 sm:px-6 md:grid-cols-2 md:pt-14 lg:gap-16 lg:pb-24">
        <div>
          <h1 className="text-3xl">{t('site.home.title')}</h1>
          <p className="mt-5 max-w-lg text-lg text-muted">{t('site.home.lead')}</p>
          <div className="mt-8">
            <Button href={href('drive.all')} variant="primary" size="lg" className="max-sm:w-full">
              {t('site.home.open')}
            </Button>
          </div>
        </div>
        <HomePicture />
      </section>

      <section className="border-y border-line bg-surface" aria-labelledby="sharing">
        <div className="mx-auto w-full max-w-6xl px-4 py-14 sm:px-6 lg:py-20">
          <h2 id="sharing" className="text-2xl">
            {t('site.sharing.title')}
          </h2>
          <ol className="mt-8 grid gap-8 md:grid-cols-3 lg:gap-12">
            <Step
              number={1}
              icon={<Upload size={22} aria-hidden="true" />}
              title={t('site.sharing.put.title')}
              text={t('site.sharing.put.text')}
            />
            <Step
              number={2}
              icon={<Link2 size={22} aria-hidden="true" />}
              title={t('site.sharing.link.title')}
              text={t('site.sharing.link.text')}
            />
            <Step
              number={3}
              icon={<UserRoundCheck size={22} aria-hidden="true" />}
              title={t('site.sharing.open.title')}
              text={t('site.sharing.open.text')}
            />
          </ol>
        </div>
      </section>

      <DriveShot />
      <div className="mx-auto grid w-full max-w-6xl gap-14 px-4 pt-14 pb-4 sm:px-6 md:grid-cols-2 lg:gap-16 lg:pt-20">
        <section aria-labelledby="private">
          <h2 id="private" className="text-2xl">
            {t('site.private.title')}
          </h2>
          <ul className="mt-6 grid gap-5">
            <Point icon={<EyeOff size={20} aria-hidden="true" />}>{t('site.private.default')}</Point>
            <Point icon={<LockKeyhole size={20} aria-hidden="true" />}>{t('site.private.passcode')}</Point>
            <Point icon={<Unlink size={20} aria-hidden="true" />}>{t('site.private.close')}</Point>
            <Point icon={<ShieldCheck size={20} aria-hidden="true" />}>{t('site.private.content')}</Point>
          </ul>
        </section>
        <section aria-labelledby="limits">
          <h2 id="limits" className="text-2xl">
            {t('site.limits.title')}
          </h2>
          <ul className="mt-6 grid gap-5">
            {freeStorageBytes ? (
              <Point icon={<Database size={20} aria-hidden="true" />} muted>
                {t('site.limits.storage', { size: format.bytes(freeStorageBytes) })}
              </Point>
            ) : null}
            <Point icon={<KeyRound size={20} aria-hidden="true" />} muted>
              {t('site.limits.encryption')}
            </Point>
            <Point icon={<Link2 size={20} aria-hidden="true" />} muted>
              {t('site.limits.link')}
            </Point>
            <Point icon={<Copy size={20} aria-hidden="true" />} muted>
              {t('site.limits.copy')}
            </Point>
          </ul>
        </section>
      </div>
      <HomeDevices {...apps} />
    </>
  );
}

function Step({
  number,
  icon,
  title,
  text,
}: {
  number: number;
  icon: ReactNode;
  title: string;
  text: string;
}): ReactNode {
  return (
    <li>
      <div className="flex items-center gap-3 text-accent" aria-hidden="true">
        <span className="grid h-11 w-11 place-items-center rounded-full bg-accent-soft">{icon}</span>
        <span className="text-sm font-bold">{number}</span>
      </div>
      <h3 className="mt-4 text-lg">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
    </li>
  );
}

function Point({ icon, muted, children }: { icon: ReactNode; muted?: boolean; children: ReactNode }): ReactNode {
  return (
    <li className="flex gap-4">
      <span className={muted ? 'mt-0.5 flex-none text-muted' : 'mt-0.5 flex-none text-accent'}>{icon}</span>
      <p>{children}</p>
    </li>
  );
}
