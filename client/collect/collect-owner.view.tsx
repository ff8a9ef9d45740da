/** `/drive/collect/{folder}`: links that collect files into a folder: making one, and what became of each. Plain forms. */
import { Copy, LinkIcon, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Field } from '#client/ui/field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import {
  COLLECT_DAYS,
  COLLECT_DEFAULT_FILES,
  COLLECT_KINDS,
  COLLECT_MAX_FILES,
  COLLECT_MESSAGE_CHARS,
  COLLECT_SIZES_MIB,
  COLLECT_TITLE_CHARS,
  COLLECT_TOTALS_GIB,
  type CollectKind,
  type CollectState,
} from '#shared/drive/collect/collect-terms.ts';
import { href } from '#shared/routes.ts';
import { GIB, MIB } from '#shared/units.ts';
import { CollectTerms, KIND_LABELS } from './collect-parts.view.tsx';
import { Received, type ReceivedFiles, receivedHref } from './received.view.tsx';
import { COLLECT_STATE_LABELS } from './state-labels.ts';

export interface OwnedLink {
  readonly id: string;
  readonly url: string;
  readonly state: CollectState;
  readonly title: string;
  readonly message: string;
  readonly kind: CollectKind;
  readonly extensions: readonly string[];
  readonly fileBytes: number;
  readonly totalBytes: number;
  readonly maxFiles: number;
  readonly endsMs: number | null;
  readonly byPerson: boolean;
  readonly files: number;
  readonly lastMs: number | null;
}

export interface CollectOwnerProps {
  readonly folderId: string;
  readonly folderName: string;
  readonly links: readonly OwnedLink[];
  /** Files of one of the links; null where none came in. */
  readonly received: ReceivedFiles | null;
  /** A whole sentence. */
  readonly error: string | null;
  /** Id of a link that was made just now; '' for none. */
  readonly madeId: string;
}

export function CollectOwnerView(props: CollectOwnerProps): ReactNode {
  const { folderId, folderName, links, received, error, madeId } = props;
  const { t } = useT();
  return (
    <div className="drive-page gap-6">
      <header>
        <a className="link text-sm break-all" href={href('drive.folder', { folderId })}>
          {folderName}
        </a>
        <h1 className="page-title">{t('drive.collect.title')}</h1>
        <p className="mt-1 text-muted">{t('drive.collect.lead', { name: folderName })}</p>
      </header>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      {madeId === '' ? null : <Notice tone="ok">{t('drive.collect.made')}</Notice>}
      {links.map((link) => (
        <LinkCard
          key={link.id}
          link={link}
          folderId={folderId}
          received={received?.linkId === link.id ? received : null}
        />
      ))}
      <Card className="p-5">
        {links.length === 0 ? (
          <TermsForm folderId={folderId} step="create" folderName={folderName} />
        ) : (
          <details>
            <summary className="link cursor-pointer">{t('drive.collect.another')}</summary>
            <div className="mt-4">
              <TermsForm folderId={folderId} step="create" folderName={folderName} />
            </div>
          </details>
        )}
      </Card>
    </div>
  );
}

interface LinkCardProps {
  readonly link: OwnedLink;
  readonly folderId: string;
  readonly received: ReceivedFiles | null;
}

function LinkCard({ link, folderId, received }: LinkCardProps): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const action = href('drive.collect', { folderId });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold break-words">{link.title}</h2>
        <p className="text-sm text-muted">
          {[
            t(COLLECT_STATE_LABELS[link.state]),
            tn('drive.collect.files', link.files),
            ...(link.lastMs === null ? [] : [t('drive.collect.last', { date: format.dateAndTime(link.lastMs) })]),
          ].join(' · ')}
        </p>
      </div>
      <div className="flex gap-2 max-sm:flex-wrap">
        <input
          className="input min-w-0 flex-1 font-mono text-sm"
          readOnly
          value={link.url}
          aria-label={t('drive.collect.address')}
        />
        <Button
          className="needs-script flex-none"
          icon={<Copy size={18} aria-hidden="true" />}
          data-copy={link.url}
          data-copied={t('drive.link.copied')}
        >
          {t('drive.link.copy')}
        </Button>
        <Button
          className="needs-script flex-none"
          icon={<Share2 size={18} aria-hidden="true" />}
          data-send={link.url}
          hidden
        >
          {t('drive.link.send')}
        </Button>
      </div>
      <CollectTerms {...link} />
      {link.lastMs !== null && !received ? (
        <a className="link justify-self-start text-sm" href={receivedHref(folderId, link.id)}>
          {t('drive.collect.received.show')}
        </a>
      ) : null}
      {received ? <Received received={received} folderId={folderId} /> : null}
      <details>
        <summary className="link cursor-pointer text-sm">{t('drive.collect.change')}</summary>
        <div className="mt-4 grid gap-6">
          <TermsForm folderId={folderId} step="change" folderName="" link={link} />
          <form method="post" action={action} data-guard="" className="flex flex-wrap gap-3">
            <input type="hidden" name="id" value={link.id} />
            {link.state === 'closed' ? (
              <Button type="submit" name="step" value="open">
                {t('drive.collect.reopen')}
              </Button>
            ) : (
              <Button type="submit" name="step" value="close">
                {t('drive.collect.close')}
              </Button>
            )}
            <Button type="submit" variant="danger" name="step" value="delete">
              {t('drive.collect.delete')}
            </Button>
          </form>
        </div>
      </details>
    </Card>
  );
}

interface TermsFormProps {
  readonly folderId: string;
  readonly step: 'create' | 'change';
  readonly folderName: string;
  readonly link?: OwnedLink;
}

/** Everything has a default, so that making a link is one press. */
function TermsForm({ folderId, step, folderName, link }: TermsFormProps): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={href('drive.collect', { folderId })} data-guard="" className="grid gap-5">
      <input type="hidden" name="step" value={step} />
      {link ? <input type="hidden" name="id" value={link.id} /> : null}
      <TextField
        label={t('drive.collect.form.title')}
        name="title"
        maxLength={COLLECT_TITLE_CHARS}
        defaultValue={link?.title ?? folderName.slice(0, COLLECT_TITLE_CHARS)}
      />
      <TextArea
        label={t('drive.collect.form.message')}
        hint={t('drive.collect.visit.optional')}
        name="message"
        rows={3}
        maxLength={COLLECT_MESSAGE_CHARS}
        defaultValue={link?.message ?? ''}
      />
      <details open={link !== undefined}>
        <summary className="link cursor-pointer text-sm">{t('drive.collect.form.more')}</summary>
        <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
          <Limits {...(link ? { link } : {})} />
        </div>
      </details>
      <div>
        <Button
          type="submit"
          variant="primary"
          className="max-sm:w-full"
          {...(step === 'create' ? { icon: <LinkIcon size={18} aria-hidden="true" /> } : {})}
        >
          {t(step === 'create' ? 'drive.collect.create' : 'drive.collect.save')}
        </Button>
      </div>
    </form>
  );
}

interface SizeChoiceProps {
  readonly label: string;
  readonly name: string;
  /** Label of no bound. */
  readonly none: string;
  /** Offered, in bytes; 0 is no bound. */
  readonly sizes: readonly number[];
  readonly size: number;
}

function SizeChoice({ label, name, none, sizes, size }: SizeChoiceProps): ReactNode {
  const format = useFormat();
  return (
    <Field
      label={label}
      control={(control) => (
        <select {...control} name={name} className="input" defaultValue={size}>
          {[...new Set([...sizes, size])].map((bytes) => (
            <option key={bytes} value={bytes}>
              {bytes === 0 ? none : format.bytes(bytes)}
            </option>
          ))}
        </select>
      )}
    />
  );
}

function Limits({ link }: { link?: OwnedLink }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  return (
    <>
      <Field
        label={t('drive.collect.form.end')}
        control={(control) => (
          <select {...control} name="days" className="input" defaultValue={link?.endsMs ? 'keep' : '0'}>
            {link?.endsMs ? <option value="keep">{format.dateAndTime(link.endsMs)}</option> : null}
            {COLLECT_DAYS.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? t('drive.link.expiry.never') : tn('drive.link.expiry.days', days)}
              </option>
            ))}
          </select>
        )}
      />
      <TextField
        label={t('drive.collect.form.date')}
        hint={t('drive.collect.form.date.hint')}
        name="date"
        type="date"
      />
      <Field
        label={t('drive.collect.terms.kind')}
        control={(control) => (
          <select {...control} name="kind" className="input" defaultValue={link?.kind ?? 'any'}>
            {COLLECT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(KIND_LABELS[kind])}
              </option>
            ))}
          </select>
        )}
      />
      <TextField
        label={t('drive.collect.form.extensions')}
        hint={t('drive.collect.form.extensions.hint', { choice: t('drive.collect.kind.list') })}
        name="extensions"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        defaultValue={link?.extensions.join(', ') ?? ''}
      />
      <SizeChoice
        label={t('drive.collect.terms.size')}
        name="size"
        none={t('drive.collect.terms.size.any')}
        sizes={COLLECT_SIZES_MIB.map((each) => each * MIB)}
        size={link?.fileBytes ?? 0}
      />
      <SizeChoice
        label={t('drive.collect.form.total')}
        name="total"
        none={t('drive.collect.form.total.none')}
        sizes={COLLECT_TOTALS_GIB.map((each) => each * GIB)}
        size={link?.totalBytes ?? 0}
      />
      <TextField
        label={t('drive.collect.form.files')}
        name="files"
        type="number"
        inputMode="numeric"
        min={1}
        max={COLLECT_MAX_FILES}
        defaultValue={link?.maxFiles ?? COLLECT_DEFAULT_FILES}
      />
      <label className="flex items-start gap-3 sm:col-span-2">
        <input
          type="checkbox"
          name="by_person"
          value="1"
          defaultChecked={link?.byPerson ?? false}
          className="checkbox flex-none"
        />
        <span>{t('drive.collect.form.by_person')}</span>
      </label>
    </>
  );
}
