/** The pages of apps: those for phones, computers and browsers, and the uses that need none. */
import { CloudOff, FolderOpen, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SITE_COLUMN } from '#client/shell/site-page.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { CLI_FILE_NAME } from '#shared/site/downloads.ts';
import { DownloadList, FirstDownload, type OfferedDownload, VerifyDownloads } from './downloads.view.tsx';
import { ExtensionUses, InstallExtension } from './extension-parts.view.tsx';
import { useLocalHref } from './local-href.ts';

export interface AppsViewProps {
  kind: 'mobile' | 'desktop' | 'extension';
  downloads: readonly OfferedDownload[];
  /** Origin of the installation. */
  origin: string;
}

const TEXT_KEYS = {
  mobile: { title: 'site.apps.mobile.title', lead: 'site.apps.mobile.lead' },
  desktop: { title: 'site.apps.desktop.title', lead: 'site.apps.desktop.lead' },
  extension: { title: 'site.apps.extension.title', lead: 'site.apps.extension.lead' },
} as const;

export function AppsView({ kind, downloads, origin }: AppsViewProps): ReactNode {
  const { t } = useT();
  const texts = TEXT_KEYS[kind];
  const isOffered = downloads.length > 0;
  const open = (
    <Button
      href={href('drive.all')}
      variant={isOffered || kind === 'extension' ? 'quiet' : 'primary'}
      size="lg"
      className="max-sm:w-full"
    >
      {t('site.home.open')}
    </Button>
  );
  return (
    <div className={classes(SITE_COLUMN, 'grid gap-12 py-8 md:py-12')}>
      <header>
        <h1 className="site-title">{t(texts.title)}</h1>
        <p className="mt-4 max-w-2xl text-lg text-muted">{t(texts.lead)}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          {isOffered ? <FirstDownload /> : null}
          {open}
        </div>
      </header>
      {kind === 'extension' ? <ExtensionUses /> : null}
      {isOffered ? (
        <>
          <DownloadList downloads={downloads} />
          {kind === 'mobile' ? <TroubleLink downloads={downloads} /> : <HandOff kind={kind} />}
          <VerifyDownloads downloads={downloads} />
        </>
      ) : kind === 'extension' ? (
        <>
          <InstallExtension />
          <HandOff kind="extension" />
        </>
      ) : null}
      {kind === 'mobile' ? <HomeScreen /> : null}
      {kind === 'desktop' ? <InstallFromBrowser /> : null}
      {kind === 'desktop' ? <CommandLine origin={origin} /> : null}
    </div>
  );
}

/** Only a file can fail to install. */
function TroubleLink({ downloads }: { downloads: readonly OfferedDownload[] }): ReactNode {
  const { t } = useT();
  const localHref = useLocalHref();
  if (!downloads.some(({ target }) => target === 'android_apk' || target === 'tv_apk')) return null;
  return (
    <p className="-mt-6">
      <a className="link" href={localHref('site.install-apk')}>
        {t('site.apps.apk.link')}
      </a>
    </p>
  );
}

/** Hand-offs of app and extension to this site: client/bridge. */
function HandOff({ kind }: { kind: 'desktop' | 'extension' }): ReactNode {
  const { t } = useT();
  return (
    <section aria-labelledby="handoff">
      <h2 id="handoff" className="text-xl">
        {t('site.apps.handoff.title')}
      </h2>
      <p className="mt-3 max-w-2xl text-muted">
        {t(kind === 'desktop' ? 'site.apps.handoff.desktop' : 'site.apps.handoff.extension')}
      </p>
    </section>
  );
}

function HomeScreen(): ReactNode {
  const { t } = useT();
  return (
    <section aria-labelledby="home-screen">
      <h2 id="home-screen" className="text-xl">
        {t('site.apps.home_screen.title')}
      </h2>
      <p className="mt-3 max-w-2xl text-muted">{t('site.apps.home_screen.text')}</p>
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        <Card className="p-5">
          <h3 className="text-lg">{t('site.apps.home_screen.ios')}</h3>
          <p className="mt-2">{t('site.apps.home_screen.ios.steps')}</p>
        </Card>
        <Card className="p-5">
          <h3 className="text-lg">{t('site.apps.home_screen.android')}</h3>
          <p className="mt-2">{t('site.apps.home_screen.android.steps')}</p>
        </Card>
      </div>
      <Gains kind="mobile" />
    </section>
  );
}

/** The installed web app of a computer. */
function InstallFromBrowser(): ReactNode {
  const { t, locale } = useT();
  const programs = href('site.help-article', { slug: 'upload-and-download/connect-programs' });
  return (
    <section aria-labelledby="web-app">
      <h2 id="web-app" className="text-xl">
        {t('site.apps.web.title')}
      </h2>
      <p className="mt-3 max-w-2xl text-muted">{t('site.apps.web.steps')}</p>
      <Gains kind="desktop" />
      <h3 className="mt-10 text-lg">{t('site.apps.web.programs')}</h3>
      <p className="mt-2 max-w-2xl text-muted">
        {t('site.apps.web.programs.text')}{' '}
        <a className="link" href={joinLocale(locale, programs)}>
          {t('site.apps.web.programs.link')}
        </a>
      </p>
    </section>
  );
}

/** The program that each installation makes for its own address. */
function CommandLine({ origin }: { origin: string }): ReactNode {
  const { t } = useT();
  const address = `${origin}${href('site.download', { target: CLI_FILE_NAME })}`;
  return (
    <section aria-labelledby="command-line">
      <h2 id="command-line" className="text-xl">
        {t('site.apps.cli.title')}
      </h2>
      <p className="mt-3 max-w-2xl text-muted">{t('site.apps.cli.text')}</p>
      <code className="mt-4 block max-w-2xl rounded-md bg-sunken px-4 py-3 font-mono text-sm break-all whitespace-pre-wrap">
        {`npm install --global ${address}\nmagpie login`}
      </code>
    </section>
  );
}

/** Uses of the installed web app. */
function Gains({ kind }: { kind: 'mobile' | 'desktop' }): ReactNode {
  const { t } = useT();
  const gains = [
    kind === 'mobile'
      ? { Icon: Share2, text: t('site.apps.web.share') }
      : { Icon: FolderOpen, text: t('site.apps.web.files') },
    { Icon: CloudOff, text: t('site.apps.web.offline') },
  ];
  return (
    <>
      <h3 className="mt-10 text-lg">{t('site.apps.web.gains')}</h3>
      <ul className="mt-4 grid max-w-2xl gap-4">
        {gains.map(({ Icon, text }) => (
          <li key={text} className="flex gap-4">
            <Icon size={20} className="mt-0.5 flex-none text-accent" aria-hidden="true" />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
