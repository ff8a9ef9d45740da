/** The foot of pages that anyone may see: policies, help, the choice about counting. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { usePublished } from '#client/ui/published.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { ThemeButton } from './frame-parts.view.tsx';
import { UsageChoice } from './usage-note.view.tsx';

export interface PublicFooterProps {
  /** Where the blog is; absent or '' where there is none. */
  blogHref?: string;
}

export function PublicFooter({ blogHref }: PublicFooterProps): ReactNode {
  const { t, locale } = useT();
  const { footer, agreementHref, privacyHref } = usePublished().look;
  const policy = (doc: string) => joinLocale(locale, href('policy.document', { doc }));
  return (
    <footer className="mt-12 border-t border-line text-xs text-muted">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-5 px-4 py-3 sm:px-6">
        <p className="me-auto py-3" dir="auto">
          {footer || t('ui.shell.footer')}
        </p>
        <a className="link py-3" href={agreementHref || policy('user-agreement')}>
          {t('site.policy.link.agreement')}
        </a>
        <a className="link py-3" href={privacyHref || policy('privacy-policy')}>
          {t('site.policy.link.privacy')}
        </a>
        <a className="link py-3" href={joinLocale(locale, href('site.help'))}>
          {t('site.help.title')}
        </a>
        <a className="link py-3" href={joinLocale(locale, href('site.contact'))}>
          {t('ops.contact.title')}
        </a>
        <UsageChoice />
        {blogHref ? (
          <a className="link py-3" href={blogHref}>
            {t('site.blog.title')}
          </a>
        ) : null}
        <a className="link py-3 whitespace-nowrap" href={href('docs.api')} hrefLang="en">
          {t('ui.shell.developers')}
        </a>
        <ThemeButton className="-me-2 sm:hidden" />
      </div>
    </footer>
  );
}
