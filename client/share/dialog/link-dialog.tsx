/** Sharing of files and folders in one place: their link with its settings, people, a direct link, collecting. Opening makes nothing. */

import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { SharedRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { ShareMark } from '#shared/share/own-link.contract.ts';
import { CopyButton } from '../copy-button.view.tsx';
import type { LinkApi } from '../link.api.ts';
import { QrButton, SendButton } from '../my-links/link-tools.tsx';
import { SenderLine } from '../sender-line.tsx';
import { useSenderName } from '../sender-name.ts';
import { LinkSettings } from './link-settings.view.tsx';
import { MailLink } from './mail-link.tsx';
import { LinkFacts, LinksElsewhere, OtherLinks } from './other-links.view.tsx';
import { OtherWays } from './other-ways.view.tsx';
import { SavingLine } from './saving-line.view.tsx';
import { type ShownTerms, termsOfDraft, termsOfLink, withChange } from './shown-terms.ts';
import { type SharedLink, useSharedLink } from './use-shared-link.ts';

export interface LinkDialogProps {
  api: LinkApi;
  rows: readonly SharedRow[];
  /** The browser has refused to copy the link, which exists. */
  isCopyRefused?: boolean;
  /** The row is an album, which is shared by a link alone. */
  isAlbum?: boolean;
  onClose: () => void;
}

export function LinkDialog({ api, rows, isCopyRefused = false, isAlbum = false, onClose }: LinkDialogProps): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const [fileIds] = useState(() => rows.map(({ id }) => id));
  const [nowMs] = useState(() => Date.now());
  const name = useSenderName(api);
  const shared = useSharedLink(api, fileIds, name);
  const { link, draft } = shared;
  const terms = link ? withChange(termsOfLink(link), shared.pending, nowMs) : termsOfDraft(draft, nowMs);
  const [first] = rows;
  const one = rows.length === 1 ? first : undefined;
  const openLinks = (link ? 1 : 0) + shared.others.length;
  const mark = useMark(api, one?.id ?? '', openLinks);
  const copy = useRef<HTMLButtonElement>(null);
  const focusCopy = useCallback(() => copy.current?.focus(), []);
  return (
    <Dialog
      title={
        one ? t('drive.link.title', { name: shownName(one, translator) }) : tn('drive.link.title_many', rows.length)
      }
      onClose={onClose}
      footer={
        <>
          <SavingLine {...shared} />
          <Button onClick={onClose}>{t('drive.link.done')}</Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Button
          ref={copy}
          data-start
          variant="primary"
          size="lg"
          wide
          busy={shared.copyState === 'copying'}
          icon={
            shared.copyState === 'copied' ? (
              <Check size={20} aria-hidden="true" />
            ) : (
              <Copy size={20} aria-hidden="true" />
            )
          }
          onClick={() => {
            // A typed name is saved concurrently; the link does not wait for it.
            name.saveDraft();
            shared.copy();
          }}
        >
          {shared.copyState === 'copied' ? t('drive.link.copied_link') : t('drive.action.link')}
        </Button>
        <p role="status" className="sr-only">
          {shared.copyState === 'copied' ? t('drive.link.copied_link') : ''}
        </p>
        <Reach terms={terms} isNone={link === null && !shared.isLoading} />
        <Outcome shared={shared} isCopyRefused={isCopyRefused} copy={focusCopy} />
        <Address shared={shared} isCopyRefused={isCopyRefused} copy={focusCopy} />
        <SenderLine name={name} isMaking={link === null} />
        <details className="border-t border-line">
          <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold">
            {t('drive.link.settings')}
          </summary>
          <div className="pt-2 pb-3">
            <LinkSettings terms={terms} onChange={shared.change} />
          </div>
        </details>
        {link ? <MailLink key={link.share_id} api={api} shareId={link.share_id} /> : null}
        <OtherLinks links={shared.others} onTurnOff={shared.turnOff} />
        {mark && !shared.isLoading ? <LinksElsewhere count={Number(mark.link_count) - openLinks} /> : null}
        {one && !isAlbum ? <OtherWays fileId={one.id} isFolder={one.folder} mark={mark} /> : null}
      </div>
    </Dialog>
  );
}

/** How it is shared beside its own links. Without an answer the dialog says nothing of that. @param openLinks  another number asks again */
function useMark(api: LinkApi, fileId: string, openLinks: number): ShareMark | null {
  const [read, setRead] = useState<{ readonly openLinks: number; readonly mark: ShareMark | null } | null>(null);
  useEffect(() => {
    let isWanted = fileId !== '';
    if (isWanted)
      api.markOf(fileId).then(
        (mark) => {
          if (isWanted) setRead({ openLinks, mark });
        },
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [api, fileId, openLinks]);
  return read?.openLinks === openLinks ? read.mark : null;
}

/** Who can open the link. @param isNone  no link is open: the terms are those of one to be made */
function Reach({ terms, isNone }: { terms: ShownTerms; isNone: boolean }): ReactNode {
  const { t } = useT();
  const who = terms.isLocked ? t('share.my_links.cause.PASS_CODE_EMPTY') : t('share.my_links.cause.OK');
  return (
    <p className="text-sm text-muted">
      {isNone ? `${t('drive.link.none')} ` : ''}
      {terms.isViewOnly
        ? `${who} ${t('share.my_links.field.view_only.hint')}`
        : terms.isLocked
          ? who
          : t(isNone ? 'drive.link.will' : 'drive.link.lead')}
    </p>
  );
}

interface LinkPartProps {
  shared: SharedLink;
  isCopyRefused: boolean;
  /** Focuses the button that copies. */
  copy: () => void;
}

/** Notices about the last action: the clipboard refused the address, or the link was turned off. */
function Outcome({ shared, isCopyRefused, copy }: LinkPartProps): ReactNode {
  const { t } = useT();
  const { turnedOff, copyState } = shared;
  const isRefused = copyState === 'refused' || (isCopyRefused && copyState === 'idle');
  return (
    <>
      {isRefused ? <Notice tone="warn">{t('drive.link.copy_failed')}</Notice> : null}
      {turnedOff ? (
        <Notice tone="ok">
          <span className="flex flex-wrap items-center justify-between gap-2">
            {t('drive.link.closed')}
            <Button
              size="sm"
              onClick={() => {
                copy();
                shared.turnOn(turnedOff);
              }}
            >
              {t('drive.undo')}
            </Button>
          </span>
        </Notice>
      ) : null}
    </>
  );
}

/** The address of the link, and what can be done with it. */
function Address({ shared, isCopyRefused, copy }: LinkPartProps): ReactNode {
  const { t } = useT();
  const { link, isLoading, copyState } = shared;
  const address = useRef<HTMLInputElement>(null);
  const isRefused = copyState === 'refused' || isCopyRefused;
  const url = link?.share_url;
  useEffect(() => {
    if (!isRefused || url === undefined) return;
    address.current?.select();
    copy();
  }, [isRefused, url, copy]);
  if (isLoading) {
    return (
      <p role="status" className="text-sm text-muted">
        {t('drive.link.existing.loading')}
      </p>
    );
  }
  if (!link) return null;
  return (
    <div className="grid gap-3">
      <input
        ref={address}
        className="input font-mono text-sm"
        readOnly
        value={link.share_url}
        aria-label={t('drive.link.address')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <LinkFacts link={link} />
      <div className="flex flex-wrap gap-2">
        {link.pass_code === '' ? null : (
          <CopyButton text={link.share_text} label={t('share.my_links.copy_with_code')} onRefused={copy} isNamed />
        )}
        <QrButton url={link.share_url} />
        <SendButton text={link.share_text} />
        <Button
          className="text-danger"
          onClick={() => {
            copy();
            shared.turnOff(link);
          }}
        >
          {t('drive.link.close')}
        </Button>
      </div>
    </div>
  );
}
