/**
 * The frame of pages that anyone may see. It is the same for every visitor, so that such a page can be cached.
 */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Logo, Mark } from '#client/ui/logo.tsx';
import { usePublished } from '#client/ui/published.tsx';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { PageNotes, SkipLink, ThemeButton } from './frame-parts.view.tsx';
import { LanguageMenu } from './language-menu.view.tsx';
import { NoticeLine } from './notice-line.view.tsx';
import { PublicFooter } from './public-footer.view.tsx';
import { UsageNote } from './usage-note.view.tsx';

export interface PublicShellProps {
  /** Home in the page's language. */
  homeHref: string;
  languageHrefs: Readonly<Record<Locale, string>>;
  /** The sign-in or drive button of the header; `none` on the sign-in page. */
  entrance?: 'sign-in' | 'drive' | 'none';
  /** Where the blog is; absent or '' where there is none. */
  blogHref?: string;
  children: ReactNode;
}

export function PublicShell({
  homeHref,
  languageHrefs,
  entrance = 'sign-in',
  blogHref,
  children,
}: PublicShellProps): ReactNode {
  const { t } = useT();
  const { name } = usePublished().look;
  return (
    <div className="site-frame flex min-h-dvh flex-col">
      <SkipLink />
      <header className="relative z-10 mx-auto flex min-h-16 w-full max-w-6xl items-center gap-1 px-4 py-2 sm:gap-2 sm:px-6">
        <a href={homeHref} className="me-auto inline-flex rounded-sm" aria-label={name}>
          <span className="min-[22.5rem]:hidden">
            <Mark size={36} />
          </span>
          <span className="max-[22.5rem]:hidden">
            <Logo />
          </span>
        </a>
        <ThemeButton className="max-sm:hidden" />
        <LanguageMenu hrefs={languageHrefs} />
        {entrance === 'none' ? null : (
          <Button
            href={href(entrance === 'drive' ? 'drive.all' : 'auth.sign-in')}
            size="sm"
            className="ms-1 whitespace-nowrap"
          >
            {t(entrance === 'drive' ? 'ui.shell.open_drive' : 'ui.shell.sign_in')}
          </Button>
        )}
      </header>
      <NoticeLine className="mx-auto w-full max-w-6xl px-4 sm:px-6" />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col focus:outline-none">
        {children}
      </main>
      <PublicFooter blogHref={blogHref} />
      <UsageNote />
      <PageNotes />
    </div>
  );
}
