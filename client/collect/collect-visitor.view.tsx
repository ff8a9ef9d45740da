/** The page of a link that collects files, for people without an account: a plain form, to which the script adds progress. */
import { CircleCheck, Inbox, LinkIcon, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Field } from '#client/ui/field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { COLLECT_NOTE_CHARS, COLLECT_VISITOR_CHARS } from '#shared/drive/collect/collect-terms.ts';
import { CollectTerms, type CollectTermsProps } from './collect-parts.view.tsx';

export interface CollectVisitProps extends CollectTermsProps {
  readonly ownerName: string;
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
  const { ownerName, title, message, action, accept, receipt, receiptHref, fileKey, byPerson, typed, error, check } =
    props;
  const { t } = useT();
  return (
    <div className={PAGE}>
      <header className="grid gap-3">
        <p className="text-muted">{t('drive.collect.visit.asks', { name: ownerName })}</p>
        <h1 className="text-3xl break-words">{title}</h1>
        {message === '' ? null : <p className="break-words whitespace-pre-line">{message}</p>}
        <CollectTerms {...props} />
      </header>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="grid gap-6"
        data-collect={receiptHref}
        data-text-failed={t('drive.collect.visit.failed')}
        data-text-done={t('drive.collect.visit.done')}
        data-text-retry={t('drive.collect.visit.retry')}
        data-text-again={t('drive.collect.visit.again')}
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
        <Field
          label={t('drive.collect.visit.file')}
          control={(control) => (
            // The last field: the server reads the fields before the file.
            <input
              {...control}
              type="file"
              name="file"
              className="input"
              required
              {...(accept === '' ? {} : { accept })}
            />
          )}
        />
        <ul data-collect-list="" className="grid gap-3 empty:hidden" />
        <div className="grid gap-3">
          <Button type="submit" variant="primary" size="lg" className="sm:justify-self-start">
            {t('drive.collect.visit.send')}
          </Button>
          <p role="status" data-collect-status="" className="text-sm text-muted empty:hidden" />
          <a className="link text-sm" data-collect-receipt="" hidden href={receiptHref}>
            {t('drive.collect.visit.receipt')}
          </a>
          <p className="text-sm text-muted">{t('drive.collect.visit.private')}</p>
        </div>
      </form>
    </div>
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

export interface ReceiptRow {
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: 'coming' | 'accepted' | 'withdrawn';
}

const OTHER_STATES = {
  coming: 'drive.collect.receipt.coming',
  withdrawn: 'drive.collect.receipt.withdrawn',
} as const;

export interface CollectReceiptProps {
  readonly files: readonly ReceiptRow[];
  /** Files that may be withdrawn now. */
  readonly undoable: number;
  /** Until when the last of them may be, as a time of day. */
  readonly until: string;
  readonly action: string;
  readonly again: string;
  readonly error: string | null;
}

export function CollectReceiptView({ files, undoable, until, action, again, error }: CollectReceiptProps): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
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
        <ul className="grid gap-3">
          {files.map((file, at) => (
            // Two files may have one name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={at} className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 break-words">{file.name}</span>
              <span className="text-sm text-muted">
                {file.state === 'accepted' ? format.bytes(file.sizeBytes) : t(OTHER_STATES[file.state])}
              </span>
            </li>
          ))}
        </ul>
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
    </div>
  );
}
