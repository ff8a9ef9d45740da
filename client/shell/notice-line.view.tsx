/**
 * The operators' notice at the top of a page, and the form that closes it or a banner, without script. Without a notice the part is
 * empty, so that soft navigation can fill it (navigation/page-parts.ts). A closed notice has no part: payloads are the same for
 * all users and would show it again.
 */
import { Megaphone, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { usePublished } from '#client/ui/published.tsx';
import type { PublishedLink } from '#shared/published.ts';
import { href } from '#shared/routes.ts';

/** Another site opens in a tab of its own and learns nothing of this page. */
export function linkProps({ href: address, isExternal }: PublishedLink) {
  return isExternal ? { href: address, target: '_blank', rel: 'noopener noreferrer' } : { href: address };
}

/** @param of  name of the closed line, where the button alone does not give it */
export function CloseNote({ id, of, className }: { id: string; of?: string; className?: string }): ReactNode {
  const { t } = useT();
  const { here } = usePublished();
  return (
    <form method="post" action={href('site.close-note')} className={className}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="next" value={here} />
      <IconButton
        type="submit"
        label={of === undefined ? t('ui.close') : `${t('ui.close')}: ${of}`}
        icon={<X size={18} aria-hidden="true" />}
      />
    </form>
  );
}

/** @param className  of the line itself */
export function NoticeLine({ className }: { className?: string }): ReactNode {
  const { t } = useT();
  const { notice, isNoticeClosed } = usePublished();
  if (isNoticeClosed) return null;
  return (
    <div data-part="notice">
      {notice ? (
        <aside aria-label={t('ui.notice.label')} className={classes(className)}>
          <div className="notice relative py-1">
            <Megaphone size={20} className="mt-2.5 max-sm:hidden" aria-hidden="true" />
            {/* The float reserves the corner of the button: on a phone a long text continues below it. */}
            <p
              className="min-w-0 flex-1 py-2 break-words before:float-right before:ml-2 before:h-7 before:w-8 before:content-['']"
              dir="auto"
            >
              {notice.text}
              {notice.link ? (
                <>
                  {' '}
                  <a className="link" {...linkProps(notice.link)}>
                    {t('ui.notice.more')}
                  </a>
                </>
              ) : null}
            </p>
            <CloseNote id={notice.id} className="absolute top-1 right-1" />
          </div>
        </aside>
      ) : null}
    </div>
  );
}
