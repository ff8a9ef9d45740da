/** Magpie on a TV: what its browser can do today, what it cannot, and the app where the installation has one. */
import { Download, KeyRound, Link2, MonitorX, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { SitePage } from '#client/shell/site-page.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { downloadHref } from './downloads.view.tsx';
import { useLocalHref } from './local-href.ts';

export interface TvApp {
  readonly version: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Least system version, as text. */
  readonly system: string;
}

/** @param app  null: the installation offers none */
export function TvView({ app }: { app: TvApp | null }): ReactNode {
  const { t, locale } = useT();
  const href = useLocalHref();
  return (
    <SitePage className="max-w-4xl">
      <h1 className="max-w-2xl site-title">{t('site.tv.title')}</h1>
      <p className="mt-5 max-w-xl text-lg text-muted">{t('site.tv.lead')}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {app ? (
          <Button
            href={downloadHref('tv_apk', locale)}
            variant="primary"
            size="lg"
            icon={<Download size={20} aria-hidden="true" />}
          >
            {t('site.tv.app.get')}
          </Button>
        ) : null}
        <Button href={href('site.tv-help')} variant={app ? 'quiet' : 'primary'} size="lg">
          {t('site.tv.guide')}
        </Button>
      </div>
      {app ? <AppFacts app={app} /> : null}

      <section className="mt-14" aria-labelledby="today">
        <h2 id="today" className="text-xl">
          {t('site.tv.today')}
        </h2>
        <ul className="mt-6 grid gap-8 md:grid-cols-2 md:gap-x-12">
          <Point
            icon={<Link2 size={22} aria-hidden="true" />}
            title={t('site.tv.open')}
            text={t('site.tv.open.text')}
          />
          <Point
            icon={<KeyRound size={22} aria-hidden="true" />}
            title={t('site.tv.sign_in')}
            text={t('site.tv.sign_in.text')}
          />
          <Point
            icon={<Smartphone size={22} aria-hidden="true" />}
            title={t('site.tv.code')}
            text={t('site.tv.code.text')}
          >
            <a className="link inline-flex min-h-11 items-center" href={href('auth.device')}>
              {t('site.tv.code.go')}
            </a>
          </Point>
          <Point
            icon={<MonitorX size={22} aria-hidden="true" />}
            title={t('site.tv.not')}
            text={t('site.tv.not.text')}
            muted
          />
        </ul>
      </section>
    </SitePage>
  );
}

/** Facts to compare before installing a file. */
function AppFacts({ app }: { app: TvApp }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <p className="mt-4 max-w-2xl text-sm text-muted">
      {t('site.tv.app.facts', { version: app.version, size: format.bytes(app.size), system: app.system })}
      <br />
      SHA-256: <code className="font-mono text-xs">{app.sha256}</code>
    </p>
  );
}

function Point(props: {
  icon: ReactNode;
  title: string;
  text: string;
  muted?: boolean;
  children?: ReactNode;
}): ReactNode {
  return (
    <li className="flex gap-4">
      <span
        className={`grid h-11 w-11 flex-none place-items-center rounded-full ${props.muted ? 'bg-sunken text-muted' : 'bg-accent-soft text-accent'}`}
      >
        {props.icon}
      </span>
      <div className="min-w-0">
        <h3 className="text-lg">{props.title}</h3>
        <p className="mt-1 text-muted">{props.text}</p>
        {props.children}
      </div>
    </li>
  );
}
