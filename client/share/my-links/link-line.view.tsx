/** One link in the list of one's own: choice, kind, title with its state, figures and end. */
import { Copy } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { FileIcon } from '#client/ui/file-icon.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { parseWireTime } from '#shared/units.ts';
import { LinkCause, LinkStatus } from './link-status.view.tsx';

/** States of which the list also shows the cause. */
const QUIET: readonly string[] = ['OK', 'PASS_CODE_EMPTY'];

/** Events of a row that a script answers. */
export interface LineLive {
  readonly isChosen: boolean;
  onChoose(isShift: boolean): void;
  onOpen(): void;
  /** Copies its address. */
  onCopy(): void;
}

export function LinkLine({ link, href, live }: { link: OwnLinkView; href: string; live?: LineLive }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const title = link.title === '' ? t('share.page_title') : link.title;
  const endMs = parseWireTime(link.expiration_at);
  const saves =
    link.restore_limit === '-1'
      ? tn('share.my_links.saves', Number(link.restore_count))
      : t('share.my_links.saves_of', { count: link.restore_count, limit: link.restore_limit });
  return (
    <li className="flex gap-3 border-t border-line p-3 first:border-t-0 sm:px-4" data-link={link.share_id}>
      <label className="grid min-h-11 min-w-8 flex-none cursor-pointer place-items-center">
        <input
          type="checkbox"
          className="checkbox"
          name="id"
          value={link.share_id}
          aria-label={t('drive.select', { name: title })}
          {...(live
            ? {
                checked: live.isChosen,
                onChange: () => undefined,
                onClick: (event: MouseEvent) => live.onChoose(event.shiftKey),
              }
            : {})}
        />
      </label>
      <span className="max-sm:hidden">
        <FileIcon kind={link.file_kind === 'drive#folder' ? 'folder' : 'other'} size={28} />
      </span>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="truncate">
            <a
              className="font-semibold hover:underline"
              href={href}
              onClick={(event) => {
                if (!live || event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                live.onOpen();
              }}
            >
              {title}
            </a>
          </p>
          <p className="flex flex-wrap gap-x-2 text-sm text-muted">
            <LinkStatus status={link.link_status} />
            <span>{tn('share.files', Number(link.file_num))}</span>
            {link.view_only ? <span>{t('share.my_links.field.view_only')}</span> : null}
          </p>
          {QUIET.includes(link.link_status) ? null : <LinkCause link={link} />}
        </div>
        <p className="flex flex-wrap content-start gap-x-3 text-sm text-muted lg:justify-end lg:text-end">
          <span>{tn('share.my_links.views', Number(link.view_count))}</span>
          <span>{saves}</span>
          <span>
            {endMs === null ? t('drive.link.forever') : t('share.my_links.ends', { date: format.dateAndTime(endMs) })}
          </span>
        </p>
      </div>
      {live ? (
        <IconButton
          className="flex-none"
          label={t('drive.link.copy_of', { name: title })}
          icon={<Copy size={18} aria-hidden="true" />}
          onClick={live.onCopy}
        />
      ) : null}
    </li>
  );
}
