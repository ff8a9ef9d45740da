/**
 * The home page: the product, sign-up, sharing, privacy, devices, and last what it does not do. The same for every visitor.
 */
import {
  ArrowRight,
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
import { SITE_COLUMN } from '#client/shell/site-page.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { DrivePicture } from '../drive-picture.view.tsx';
import { HomeDevices, type OfferedApps } from './home-devices.view.tsx';

export interface HomeViewProps {
  /** Free storage of a new account, bytes; without it the line is omitted. */
  freeStorageBytes?: number;
  apps: OfferedApps;
  /** Chosen by the visitor; '' for the system's. */
  theme: string;
  /** A shared link to try; '' for none. */
  tryHref: string;
}

export function HomeView({ freeStorageBytes, apps, theme, tryHref }: HomeViewProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <>
      <section className={classes(SITE_COLUMN, 'pt-8 pb-14 md:pt-14 lg:pb-20')}>
        <h1 className="max-w-3xl text-3xl">{t('site.home.title')}</h1>
        <p className="mt-5 max-w-xl text-lg text-muted">{t('site.home.lead')}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button href={href('auth.sign-up')} variant="primary" size="lg" className="max-sm:w-full">
            {t('site.home.create')}
          </Button>
          {tryHref ? (
            <a className="link inline-flex min-h-11 items-center gap-1.5 max-sm:mx-auto" href={tryHref}>
              {t('site.home.try')}
              <ArrowRight size={18} className="flex-none" aria-hidden="true" />
            </a>
          ) : null}
        </div>
        <DrivePicture
          picture="wide"
          onPhones="phone"
          theme={theme}
          alt={t('site.home.shot.alt')}
          sizes="(min-width: 1152px) 1104px, (min-width: 560px) calc(100vw - 48px), calc(100vw - 32px)"
          isFirst
          className="mt-10 h-auto w-full rounded-lg border border-line shadow-lg md:mt-12"
        />
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

      <section className={classes(SITE_COLUMN, 'pt-14 lg:pt-20')} aria-labelledby="private">
        <h2 id="private" className="text-2xl">
          {t('site.private.title')}
        </h2>
        <ul className="mt-6 grid gap-5 md:grid-cols-2 md:gap-x-12">
          <Point icon={<EyeOff size={20} aria-hidden="true" />}>{t('site.private.default')}</Point>
          <Point icon={<LockKeyhole size={20} aria-hidden="true" />}>{t('site.private.passcode')}</Point>
          <Point icon={<Unlink size={20} aria-hidden="true" />}>{t('site.private.close')}</Point>
          <Point icon={<ShieldCheck size={20} aria-hidden="true" />}>{t('site.private.content')}</Point>
        </ul>
      </section>
      <HomeDevices {...apps} />
      <section className={classes(SITE_COLUMN, 'pt-14 lg:pt-20')} aria-labelledby="limits">
        <h2 id="limits" className="text-2xl">
          {t('site.limits.title')}
        </h2>
        <ul className="mt-6 grid gap-5 md:grid-cols-2 md:gap-x-12">
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
