/** The way to the blog, which is a site of its own; and the page of an installation that has none. */
import { Newspaper } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';

/** @param blogHref  '' where there is no blog */
export function BlogView({ blogHref, homeHref }: { blogHref: string; homeHref: string }): ReactNode {
  const { t } = useT();
  return (
    <EmptyState
      level="h1"
      className="mt-[10svh] mb-auto"
      icon={<Newspaper size={28} aria-hidden="true" />}
      title={t(blogHref === '' ? 'site.blog.none.title' : 'site.blog.title')}
      text={<p>{blogHref === '' ? t('site.blog.none.text') : t('site.blog.text', { site: new URL(blogHref).host })}</p>}
      action={
        <Button variant="primary" href={blogHref === '' ? homeHref : blogHref}>
          {t(blogHref === '' ? 'ui.shell.home' : 'site.blog.open')}
        </Button>
      }
    />
  );
}
