/** Parts shared by the help pages: search box, breadcrumbs, contact link. */
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { useLocalHref } from '../local-href.ts';

export interface HelpSearchProps {
  query?: string;
  /** Where the page is about something else than searching. */
  quiet?: boolean;
  className?: string;
}

/** A plain form: the results are a page. */
export function HelpSearch({ query = '', quiet, className }: HelpSearchProps): ReactNode {
  const { t } = useT();
  const href = useLocalHref();
  return (
    <search className={className}>
      <form method="get" action={href('site.help-center')} className="flex gap-2">
        <input
          type="search"
          name="q"
          className="input"
          aria-label={t('site.help.search.label')}
          placeholder={t('site.help.search.label')}
          defaultValue={query}
          maxLength={100}
          required
        />
        <Button
          type="submit"
          variant={quiet ? 'quiet' : 'primary'}
          icon={<Search size={20} aria-hidden="true" />}
          className="flex-none max-sm:gap-0"
        >
          <span className="max-sm:sr-only">{t('site.help.search.submit')}</span>
        </Button>
      </form>
    </search>
  );
}

export interface HelpCrumb {
  readonly title: string;
  readonly href: string;
}

/** The pages above this one; the page itself is its heading. */
export function HelpPath({ crumbs }: { crumbs: readonly HelpCrumb[] }): ReactNode {
  const { t } = useT();
  return (
    <nav aria-label={t('site.help.path')} className="text-sm text-muted">
      <ol className="crumbs flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ title, href }) => (
          <li key={href} className="flex items-center gap-2">
            <a className="inline-flex min-h-11 items-center hover:text-ink hover:underline" href={href}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** No page of the help is a dead end. */
export function StillStuck({ className }: { className?: string }): ReactNode {
  const { t } = useT();
  const href = useLocalHref();
  return (
    <p className={classes('text-sm text-muted', className)}>
      {t('site.help.stuck')}{' '}
      <a className="link inline-block py-2" href={href('site.contact')}>
        {t('site.help.stuck.contact')}
      </a>
    </p>
  );
}
