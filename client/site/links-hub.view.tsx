/** The person's own favorite links, those that the operators chose, and other ways to keep what one finds. Works without script. */
import { Bookmark, ExternalLink, HardDriveDownload, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SITE_COLUMN } from '#client/shell/site-page.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { type OwnLinks, OwnLinksView } from './own-links.view.tsx';

export interface HubLink {
  title: string;
  /** One sentence; '' for none. */
  note: string;
  /** Path of a share, or an address of another site. */
  url: string;
}

export interface HubGroup {
  title: string;
  links: readonly HubLink[];
}

export interface LinksHubProps {
  readonly groups: readonly HubGroup[];
  /** Null for a visitor. */
  readonly own: OwnLinks | null;
  /** Path of this page, which the forms post to. */
  readonly here: string;
}

export function LinksHubView({ groups, own, here }: LinksHubProps): ReactNode {
  const { t } = useT();
  return (
    <div
      className={
        own ? 'drive-page gap-10' : classes(SITE_COLUMN, 'grid grid-cols-[minmax(0,1fr)] gap-12 py-8 md:py-12')
      }
    >
      <header>
        <h1 className={own ? 'page-title' : 'site-title'}>{t('site.links_hub.title')}</h1>
        <p className={classes('max-w-2xl text-muted', own ? 'mt-1' : 'mt-4 text-lg')}>{t('site.links_hub.lead')}</p>
      </header>
      <section id="own" aria-labelledby="own-title">
        <h2 id="own-title" className="text-xl">
          {t('site.links_hub.own.title')}
        </h2>
        {own ? <OwnLinksView own={own} here={here} /> : <SignedOut here={here} />}
      </section>
      {groups.map((group) => (
        <section key={group.title}>
          <h2 className="text-xl">{group.title}</h2>
          <ul className="mt-5 grid gap-3 md:grid-cols-2">
            {group.links.map((link) => (
              <li key={link.url}>
                <LinkCard link={link} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2 className="text-xl">{t('site.links_hub.keep.title')}</h2>
        <ul className="mt-6 grid gap-5">
          <Way icon={<HardDriveDownload size={20} aria-hidden="true" />}>
            {t('site.links_hub.keep.save', { button: t('share.save.submit') })}
          </Way>
          <Way icon={<Bookmark size={20} aria-hidden="true" />}>
            {t('site.links_hub.keep.bookmark')}{' '}
            <a className="link" href={href('drive.following')}>
              {t('share.following.title')}
            </a>
          </Way>
          <Way icon={<Link2 size={20} aria-hidden="true" />}>
            {t('site.links_hub.keep.drive')}{' '}
            <a className="link" href={href('drive.shares')}>
              {t('share.my_links.title')}
            </a>
          </Way>
        </ul>
        <div className="mt-8">
          <Button href={href('drive.all')} variant="primary" size="lg" className="max-sm:w-full">
            {t('site.home.open')}
          </Button>
        </div>
      </section>
    </div>
  );
}

function SignedOut({ here }: { here: string }): ReactNode {
  const { t } = useT();
  return (
    <Card className="mt-5 p-5 sm:p-6">
      <p>{t('site.links_hub.own.out')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button href={`${href('auth.sign-in')}?${new URLSearchParams({ next: here })}`}>{t('ui.shell.sign_in')}</Button>
      </div>
    </Card>
  );
}

function LinkCard({ link: { title, note, url } }: { link: HubLink }): ReactNode {
  const { t } = useT();
  const isOutside = !url.startsWith('/');
  return (
    <a
      className="card flex h-full min-h-11 flex-col p-4 hover:border-line-strong"
      href={url}
      {...(isOutside ? { rel: 'noopener nofollow' } : {})}
    >
      <span className="flex items-center gap-2 font-semibold">
        <span className="min-w-0 text-accent underline underline-offset-4">{title}</span>
        {isOutside ? <ExternalLink size={16} className="flex-none text-muted" aria-hidden="true" /> : null}
      </span>
      {note === '' ? null : <span className="mt-1 text-sm">{note}</span>}
      {isOutside ? (
        <span className="mt-1 text-xs text-muted">
          {t('site.links_hub.outside')} ({new URL(url).host})
        </span>
      ) : null}
    </a>
  );
}

function Way({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="flex gap-4">
      <span className="mt-0.5 flex-none text-accent">{icon}</span>
      <p className="max-w-2xl">{children}</p>
    </li>
  );
}
