/**
 * Downloads as cards: what each is, its facts and checksum, how to check it. The same for everyone: the script marks those
 * for the visitor's own device (plain/platforms.ts).
 */
import { AppWindow, Copy, Download as DownloadIcon, Laptop, MonitorDown, Puzzle, Smartphone, Tv } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { type Download, type DownloadTarget, platformFor } from '#shared/site/downloads.ts';

export interface OfferedDownload extends Download {
  readonly target: DownloadTarget;
}

const NAMES = {
  android_apk: 'site.apps.target.android_apk',
  google_play: 'site.apps.target.google_play',
  ios_store: 'site.apps.target.ios_store',
  tv_apk: 'site.apps.target.tv_apk',
  windows: 'site.apps.target.windows',
  mac_arm: 'site.apps.target.mac_arm',
  mac_intel: 'site.apps.target.mac_intel',
  browser_extension: 'site.apps.target.browser_extension',
} as const satisfies Record<DownloadTarget, MessageKey>;

const ICONS = {
  android_apk: Smartphone,
  google_play: Smartphone,
  ios_store: Smartphone,
  tv_apk: Tv,
  windows: AppWindow,
  mac_arm: Laptop,
  mac_intel: Laptop,
  browser_extension: Puzzle,
} as const satisfies Record<DownloadTarget, unknown>;

/** Address of a download; some have a variant per language. */
export function downloadHref(target: DownloadTarget, locale: Locale): string {
  return `${href('site.download', { target })}?${new URLSearchParams({ language: locale })}`;
}

/** The id that leads to the list. */
export const DOWNLOADS_ID = 'downloads';

/** Leads to the list; the script turns it into the download for this device. */
export function FirstDownload(): ReactNode {
  const { t } = useT();
  return (
    <Button
      href={`#${DOWNLOADS_ID}`}
      variant="primary"
      size="lg"
      icon={<MonitorDown size={20} aria-hidden="true" />}
      className="max-sm:w-full"
      data-first-download
    >
      {t('site.apps.downloads.all')}
    </Button>
  );
}

export function DownloadList({ downloads }: { downloads: readonly OfferedDownload[] }): ReactNode {
  const { t } = useT();
  const macs = downloads.filter(({ target }) => target === 'mac_arm' || target === 'mac_intel');
  return (
    <section id={DOWNLOADS_ID} aria-labelledby="downloads-title">
      <h2 id="downloads-title" className="text-xl">
        {t('site.apps.downloads.title')}
      </h2>
      <ul className={classes('mt-6 grid gap-4 md:grid-cols-2', downloads.length % 3 === 0 && 'lg:grid-cols-3')}>
        {downloads.map((download) => (
          <DownloadCard key={download.target} download={download} />
        ))}
      </ul>
      {macs.length > 1 ? <p className="mt-5 text-sm text-muted">{t('site.apps.which_mac')}</p> : null}
    </section>
  );
}

function DownloadCard({ download }: { download: OfferedDownload }): ReactNode {
  const { t, locale } = useT();
  const format = useFormat();
  const { target, version, size, date, system, sha256 } = download;
  const name = t(NAMES[target]);
  const Icon = ICONS[target];
  return (
    <li className="card flex flex-col p-5" data-platform={platformFor(target)}>
      <div className="flex items-start gap-3">
        <Icon size={24} className="mt-0.5 flex-none text-accent" aria-hidden="true" />
        <h3 className="min-w-0 text-lg">{name}</h3>
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Fact label={t('site.apps.fact.version')} value={version} />
        <Fact label={t('site.apps.fact.size')} value={size === undefined ? undefined : format.bytes(size)} />
        <Fact label={t('site.apps.fact.system')} value={system} />
        <Fact
          label={t('site.apps.fact.date')}
          value={date === undefined ? undefined : format.date(Date.parse(`${date}T12:00:00Z`))}
        />
      </dl>
      {sha256 === undefined ? null : (
        <div className="mt-3">
          <p className="text-sm text-muted">SHA-256</p>
          <code className="mt-1 block rounded-sm bg-sunken p-2 font-mono text-xs break-all">{sha256}</code>
          <Button
            size="sm"
            variant="plain"
            className="needs-script -ms-3 mt-1 min-h-11"
            icon={<Copy size={18} aria-hidden="true" />}
            data-copy={sha256}
            data-copied={t('site.apps.checksum.copied')}
          >
            {t('site.apps.checksum.copy')}
          </Button>
        </div>
      )}
      <div className="mt-auto pt-3">
        {/* Its space is reserved, so that nothing moves when the script shows it. */}
        <p className="invisible mb-2 text-sm font-semibold text-accent" data-yours>
          {t('site.apps.yours')}
        </p>
        <Button
          href={downloadHref(target, locale)}
          rel="nofollow"
          wide
          icon={<DownloadIcon size={20} aria-hidden="true" />}
          aria-label={t('site.apps.get_named', { target: name })}
          data-download
        >
          {t('site.apps.get')}
        </Button>
      </div>
    </li>
  );
}

function Fact({ label, value }: { label: string; value: string | undefined }): ReactNode {
  if (value === undefined) return null;
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

interface Check {
  label: string;
  command: string;
}

/** The file name; a label when the address has none. */
function fileNameOf({ url }: Download): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  return /^[A-Za-z0-9][A-Za-z0-9._+-]{0,80}$/.test(name) ? name : 'file';
}

/** How to compare checksums; nothing where no download has one. */
export function VerifyDownloads({ downloads }: { downloads: readonly OfferedDownload[] }): ReactNode {
  const { t } = useT();
  const files = downloads.filter(({ sha256 }) => sha256 !== undefined);
  const windows = files.find(({ target }) => target === 'windows');
  const mac = files.find(({ target }) => target === 'mac_arm' || target === 'mac_intel');
  const other = files.find((file) => file !== windows && file !== mac && !file.target.startsWith('mac_'));
  const checks: Check[] = [
    ...(windows ? [{ label: t('site.apps.verify.windows'), command: `Get-FileHash .\\${fileNameOf(windows)}` }] : []),
    ...(mac ? [{ label: t('site.apps.verify.mac'), command: `shasum -a 256 ${fileNameOf(mac)}` }] : []),
    ...(other ? [{ label: t('site.apps.verify.linux'), command: `sha256sum ${fileNameOf(other)}` }] : []),
  ];
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="verify">
      <h2 id="verify" className="text-xl">
        {t('site.apps.verify.title')}
      </h2>
      <p className="mt-3 max-w-2xl text-muted">{t('site.apps.verify.text')}</p>
      <dl className="mt-5 grid gap-4">
        {checks.map(({ label, command }) => (
          <div key={label}>
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="mt-1">
              <code className="block rounded-md bg-sunken px-4 py-3 font-mono text-sm break-all">{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
