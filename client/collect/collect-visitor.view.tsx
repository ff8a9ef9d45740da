/** The page of a link that collects files, for people without an account: a plain form, to which the script adds progress. */
import { CircleCheck, Inbox, LinkIcon, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { COLLECT_NOTE_CHARS, COLLECT_VISITOR_CHARS } from '#shared/drive/collect/collect-terms.ts';
import { href } from '#shared/routes.ts';
import { CollectTerms, type CollectTermsProps } from './collect-parts.view.tsx';
import { type CollectedFile, CollectedFiles } from './collected-files.view.tsx';
import { SendingField, SendingList, SendingStatus, sendingTexts } from './sending-form.view.tsx';

export interface CollectVisitProps extends CollectTermsProps {
  readonly ownerName: string;
  /** Address of the owner's picture; '' for none. */
  readonly ownerPicture: string;
  readonly title: string;
  readonly message: string;
  readonly action: string;
  readonly accept: string;
  /** Secret of the receipt of this page's files, and the address of it. */
  readonly receipt: string;
  readonly receiptHref: string;
  readonly fileKey: string;
  readonly byPerson: boolean;
  readonly typed: { readonly visitor: string; readonly note: string };
  /** A whole sentence. */
  readonly error: string | null;
  readonly check: HumanCheck | null;
}

const PAGE = 'mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-6 md:py-14';

export function CollectVisitView(props: CollectVisitProps): ReactNode {
  const {
    ownerName,
    ownerPicture,
    title,
    message,
    action,
    accept,
    receipt,
    receiptHref,
    fileKey,
    byPerson,
    typed,
    error,
    check,
  } = props;
  const { t } = useT();
  return (
    <div className={PAGE}>
      <header className="grid gap-3">
        <Asking name={ownerName} picture={ownerPicture} />
        <h1 className="text-3xl break-words">{title}</h1>
        {message === '' ? null : <p className="break-words whitespace-pre-line">{message}</p>}
        <CollectTerms {...props} isForVisitor />
      </header>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="grid gap-6"
        data-collect={receiptHref}
        {...sendingTexts(t)}
        {...checkOf(check)}
      >
        <input type="hidden" name="receipt" value={receipt} />
        <input type="hidden" name="key" value={fileKey} />
        <TextField
          label={t('drive.collect.visit.name')}
          hint={t(byPerson ? 'drive.collect.visit.name.folder' : 'drive.collect.visit.optional')}
          name="visitor"
          autoComplete="name"
          maxLength={COLLECT_VISITOR_CHARS}
          defaultValue={typed.visitor}
        />
        <TextArea
          label={t('drive.collect.visit.note')}
          hint={t('drive.collect.visit.optional')}
          name="note"
          rows={2}
          maxLength={COLLECT_NOTE_CHARS}
          defaultValue={typed.note}
        />
        <CheckFields check={check} />
        {/* The server reads the fields before the file; the script, which sends them by itself, moves the files to the front. */}
        <div className="grid gap-3 [@media(scripting:enabled)]:-order-1" data-sending-first="">
          <SendingField label={t('drive.collect.visit.file')} accept={accept} />
          <SendingList />
        </div>
        <div className="grid gap-3 [form:has([data-row-name])_&]:sticky [form:has([data-row-name])_&]:bottom-0 [form:has([data-row-name])_&]:z-10 [form:has([data-row-name])_&]:bg-paper [form:has([data-row-name])_&]:py-3">
          <Button type="submit" variant="primary" size="lg" className="sm:justify-self-start">
            {t('drive.collect.visit.send')}
          </Button>
          <SendingStatus />
        </div>
        <div className="grid gap-3">
          <a className="link text-sm" data-sending-receipt="" hidden href={receiptHref}>
            {t('drive.collect.visit.receipt')}
          </a>
          <p className="text-sm text-muted">{t('drive.collect.visit.private')}</p>
        </div>
      </form>
    </div>
  );
}

/** Who asks, with a picture or the first letter. */
function Asking({ name, picture }: { name: string; picture: string }): ReactNode {
  const { t } = useT();
  const initial = Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?';
  return (
    <p className="flex items-center gap-3">
      {picture === '' ? (
        <span
          className="grid h-11 w-11 shrink-0 place-items-center rounded-full bg-accent-soft font-bold text-accent"
          aria-hidden="true"
        >
          {initial}
        </span>
      ) : (
        <img src={picture} alt="" width={44} height={44} className="h-11 w-11 shrink-0 rounded-full object-cover" />
      )}
      <span className="min-w-0 break-words text-muted">{t('drive.collect.visit.asks', { name })}</span>
    </p>
  );
}

/** A link that takes no files: ended, closed, full, or none at all. */
export function CollectEndedView({ sentence, home }: { sentence: string; home: string }): ReactNode {
  const { t } = useT();
  return (
    <div className="py-8 md:py-16">
      <EmptyState
        level="h1"
        icon={<LinkIcon size={28} aria-hidden="true" />}
        title={sentence}
        action={
          <Button href={home} variant="primary">
            {t('ui.shell.home')}
          </Button>
        }
      />
    </div>
  );
}

export interface CollectReceiptProps {
  readonly files: readonly CollectedFile[];
  /** Files that may be withdrawn now. */
  readonly undoable: number;
  /** Until when the last of them may be, as a time of day. */
  readonly until: string;
  readonly action: string;
  readonly again: string;
  /** The account takes the receipts of this browser. */
  readonly isSignedIn: boolean;
  readonly error: string | null;
}

export function CollectReceiptView({
  files,
  undoable,
  until,
  action,
  again,
  isSignedIn,
  error,
}: CollectReceiptProps): ReactNode {
  const { t, tn } = useT();
  const sent = files.filter(({ state }) => state === 'accepted').length;
  return (
    <div className={PAGE}>
      <header className="grid gap-3">
        <div className="badge-icon">
          {sent > 0 ? <CircleCheck size={28} aria-hidden="true" /> : <Inbox size={28} aria-hidden="true" />}
        </div>
        <h1 className="text-3xl">
          {sent > 0 ? tn('drive.collect.receipt.title', sent) : t('drive.collect.receipt.empty')}
        </h1>
        {undoable === 0 ? null : <p className="text-muted">{t('drive.collect.receipt.keep')}</p>}
      </header>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <Card className="p-5">
        <CollectedFiles files={files} />
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <Button href={again} variant="primary">
          {t('drive.collect.receipt.more')}
        </Button>
        {undoable === 0 ? null : (
          <form method="post" action={action} data-guard="">
            <Button type="submit" icon={<Undo2 size={18} aria-hidden="true" />}>
              {tn('drive.collect.receipt.undo', undoable)}
            </Button>
          </form>
        )}
      </div>
      {undoable === 0 ? null : (
        <p className="text-sm text-muted">{t('drive.collect.receipt.until', { time: until })}</p>
      )}
      <p className="needs-script">
        <a className="link text-sm" href={href('drive.sent')}>
          {t(isSignedIn ? 'drive.collect.sent.title' : 'drive.collect.receipt.account')}
        </a>
      </p>
    </div>
  );
}
