/** `/drive/shares/direct`: addresses of files, each with its switch. Forms and links, no script. */
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { SubpageHead } from '#client/ui/subpage-head.tsx';
import { href } from '#shared/routes.ts';
import type { DirectLink } from '#shared/share/direct.contract.ts';
import { parseWireTime } from '#shared/units.ts';

export interface DirectLinksProps {
  readonly links: readonly DirectLink[];
  /** '' on the first page. */
  readonly pageToken: string;
  /** '' at the end. */
  readonly nextPageToken: string;
  /** The page is about this file alone; '' for all. */
  readonly fileId: string;
  /** Outcome of an act; '' for none. */
  readonly said: string;
  /** An act that ends an address and was not confirmed yet. */
  readonly asked: { readonly id: string; readonly step: 'renew' | 'delete' } | null;
}

export function directHref({ fileId = '', pageToken = '' }: { fileId?: string; pageToken?: string } = {}): string {
  const query = new URLSearchParams();
  if (fileId !== '') query.set('file', fileId);
  if (pageToken !== '') query.set('page', pageToken);
  const text = query.toString();
  return text === '' ? href('drive.direct') : `${href('drive.direct')}?${text}`;
}

export function DirectLinksView(page: DirectLinksProps): ReactNode {
  const { t } = useT();
  const { links, pageToken, nextPageToken, fileId, said } = page;
  return (
    <div className="drive-page gap-5">
      <SubpageHead backHref={href('drive.shares')} back={t('share.my_links.title')} title={t('share.direct.title')}>
        <p className="mt-1 max-w-prose text-muted">{t('share.direct.lead')}</p>
      </SubpageHead>
      {said === '' ? null : (
        <p role="status" className="rounded-md bg-sunken px-4 py-3">
          {said}
        </p>
      )}
      <Confirm {...page} />
      {links.length > 0 ? (
        <ul className="card">
          {links.map((link) => (
            <Line key={link.share_id} link={link} here={directHref({ fileId, pageToken })} />
          ))}
        </ul>
      ) : (
        <Nothing {...page} />
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {pageToken === '' && fileId === '' ? null : <Button href={directHref()}>{t('share.direct.all')}</Button>}
        {nextPageToken === '' ? null : (
          <Button href={directHref({ fileId, pageToken: nextPageToken })}>{t('share.next_page')}</Button>
        )}
      </div>
    </div>
  );
}

/** Asks once more before an address ends. */
function Confirm({ asked, links, fileId, pageToken }: DirectLinksProps): ReactNode {
  const { t } = useT();
  const link = links.find(({ share_id: id }) => id === asked?.id);
  if (!asked || !link) return null;
  const here = directHref({ fileId, pageToken });
  const title = t(asked.step === 'renew' ? 'share.direct.renew' : 'share.my_links.delete');
  return (
    <form method="post" action={here} className="card grid gap-3 p-4" data-guard>
      <h2 className="text-lg break-words">
        {title}: {link.file_name}
      </h2>
      <p>{t('drive.link.confirm.text')}</p>
      <input type="hidden" name="id" value={asked.id} />
      <p className="flex gap-2">
        <Button href={here}>{t('drive.cancel')}</Button>
        <Button type="submit" variant="danger" name="step" value={asked.step}>
          {title}
        </Button>
      </p>
    </form>
  );
}

function Nothing({ fileId }: DirectLinksProps): ReactNode {
  const { t } = useT();
  if (fileId === '')
    return (
      <EmptyState
        title={t('share.direct.empty.title')}
        text={
          <p>{t('share.direct.empty.text', { share: t('drive.action.share'), button: t('drive.action.direct') })}</p>
        }
        action={<Button href={href('drive.all')}>{t('ui.sidebar.all_files')}</Button>}
      />
    );
  return (
    <form method="post" action={directHref({ fileId })} className="card grid gap-3 p-4 sm:p-5" data-guard>
      <p>{t('share.direct.offer')}</p>
      <input type="hidden" name="step" value="make" />
      <input type="hidden" name="file" value={fileId} />
      <div>
        <Button type="submit" variant="primary">
          {t('share.direct.make')}
        </Button>
      </div>
    </form>
  );
}

function Line({ link, here }: { link: DirectLink; here: string }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { share_id: id, enabled, link_status: status, file_name: name, url } = link;
  const isOpen = status === 'OK';
  const endMs = parseWireTime(link.end_time);
  return (
    <li className="grid gap-3 border-t border-line p-4 first:border-t-0">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>
            {t(isOpen ? 'share.direct.state.on' : enabled ? 'share.direct.state.closed' : 'share.direct.state.off')}
          </span>
          <span>{format.bytes(Number(link.file_size))}</span>
          {endMs === null ? null : <span>{t('share.my_links.ends', { date: format.dateAndTimeInZone(endMs) })}</span>}
        </p>
      </div>
      <div className="flex gap-2 max-sm:flex-wrap">
        <input
          className="input min-w-0 flex-1 font-mono text-sm max-sm:min-w-full"
          readOnly
          value={url}
          aria-label={`${t('drive.collect.address')}: ${name}`}
        />
        <Button
          className="needs-script flex-none"
          icon={<Copy size={18} aria-hidden="true" />}
          aria-label={`${t('drive.link.copy')}: ${name}`}
          data-copy={url}
          data-copied={t('drive.link.copied')}
        >
          {t('drive.link.copy')}
        </Button>
      </div>
      <form method="post" action={here} className="flex flex-wrap gap-2" data-guard>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" size="sm" name="step" value={enabled ? 'off' : 'on'}>
          {t(enabled ? 'share.my_links.close' : 'share.my_links.reopen')}
        </Button>
        <Button type="submit" size="sm" name="step" value="ask-renew">
          {t('share.direct.renew')}
        </Button>
        <Button size="sm" href={href('share.statistics', { shareId: id })}>
          {t('share.stats.title')}
        </Button>
        <Button type="submit" size="sm" className="text-danger" name="step" value="ask-delete">
          {t('share.my_links.delete')}
        </Button>
      </form>
    </li>
  );
}
