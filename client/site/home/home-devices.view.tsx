/**
 * On the first page: where Magpie runs. The anchors of these cards are taken away on phones and tablets by the script
 * (plain/platforms.ts), so that the page is the same for everyone; the link below them stays.
 */
import { ChevronRight, Laptop, Puzzle, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { useLocalHref } from '../local-href.ts';

/** Apps that can be installed. */
export interface OfferedApps {
  mobile: boolean;
  desktop: boolean;
  extension: boolean;
}

export function HomeDevices({ mobile, desktop, extension }: OfferedApps): ReactNode {
  const { t } = useT();
  const localHref = useLocalHref();
  return (
    <section className="mx-auto w-full max-w-6xl px-4 pt-14 pb-4 sm:px-6 lg:pt-20" aria-labelledby="devices">
      <h2 id="devices" className="text-2xl">
        {t('site.apps.home.title')}
      </h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <DeviceCard
          icon={<Smartphone size={22} aria-hidden="true" />}
          title={t('site.apps.home.mobile.title')}
          text={t(mobile ? 'site.apps.home.mobile.app' : 'site.apps.home.mobile.web')}
          href={localHref('site.mobile-app')}
        />
        <DeviceCard
          icon={<Laptop size={22} aria-hidden="true" />}
          title={t('site.apps.home.desktop.title')}
          text={t(desktop ? 'site.apps.home.desktop.app' : 'site.apps.home.desktop.web')}
          href={desktop ? localHref('site.desktop-app') : undefined}
        />
        {extension ? (
          <DeviceCard
            icon={<Puzzle size={22} aria-hidden="true" />}
            title={t('site.apps.home.extension.title')}
            text={t('site.apps.home.extension.text')}
            href={localHref('site.browser-extension')}
          />
        ) : null}
      </ul>
      <p className="mt-5">
        <a className="link inline-block py-2" href={localHref('site.mobile-app')}>
          {t('site.apps.home.more')}
        </a>
      </p>
    </section>
  );
}

interface DeviceCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Absent where there is nothing to go to. */
  href?: string | undefined;
}

function DeviceCard({ icon, title, text, href }: DeviceCardProps): ReactNode {
  return (
    <li className="group card relative flex gap-4 p-5 has-[[href]]:hover:border-line-strong">
      <span className="grid h-11 w-11 flex-none place-items-center rounded-full bg-accent-soft text-accent">
        {icon}
      </span>
      <div>
        <h3 className="text-lg">
          {href === undefined ? (
            title
          ) : (
            <a className="after:absolute after:inset-0" href={href} data-platform-card>
              {title}
            </a>
          )}
        </h3>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      <ChevronRight
        size={20}
        className="ms-auto hidden flex-none self-center text-muted group-has-[[href]]:block"
        aria-hidden="true"
      />
    </li>
  );
}
