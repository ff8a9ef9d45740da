/** Help for an Android app that does not install: causes by frequency. */
import type { ReactNode } from 'react';
import { SitePage } from '#client/shell/site-page.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { useLocalHref } from './local-href.ts';

const CAUSES = [
  { title: 'site.apps.install.allow.title', text: 'site.apps.install.allow.text' },
  { title: 'site.apps.install.warning.title', text: 'site.apps.install.warning.text' },
  { title: 'site.apps.install.parse.title', text: 'site.apps.install.parse.text' },
  { title: 'site.apps.install.conflict.title', text: 'site.apps.install.conflict.text' },
  { title: 'site.apps.install.source.title', text: 'site.apps.install.source.text' },
] as const;

/** @param isOffered  whether this site has the file at all */
export function InstallApkView({ isOffered }: { isOffered: boolean }): ReactNode {
  const { t } = useT();
  const localHref = useLocalHref();
  return (
    <SitePage className="max-w-3xl">
      <h1 className="site-title">{t('site.apps.install.title')}</h1>
      <p className="mt-4 text-lg text-muted">{t('site.apps.install.lead')}</p>
      {isOffered ? null : <Notice className="mt-6">{t('site.apps.none.mobile')}</Notice>}
      <ol className="mt-10 grid gap-8">
        {CAUSES.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              className="grid h-9 w-9 flex-none place-items-center rounded-full bg-accent-soft text-sm font-bold text-accent"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            <div>
              <h2 className="pt-0.5 text-lg">{t(title)}</h2>
              <p className="mt-2 text-muted">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-10">
        <Button href={localHref('site.mobile-app')} variant="primary" size="lg" className="max-sm:w-full">
          {t('site.apps.install.back')}
        </Button>
      </div>
    </SitePage>
  );
}
