/** Parts of both pages of collecting links: labels of kinds of files, and the terms as a list. */
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { CollectKind } from '#shared/drive/collect/collect-terms.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';

export const KIND_LABELS: Readonly<Record<CollectKind, MessageKey>> = {
  any: 'drive.collect.kind.any',
  image: 'drive.collect.kind.image',
  document: 'drive.collect.kind.document',
  video: 'drive.collect.kind.video',
  list: 'drive.collect.kind.list',
};

export interface CollectTermsProps {
  readonly kind: CollectKind;
  readonly extensions: readonly string[];
  /** 0 for any. */
  readonly fileBytes: number;
  /** Null for never. */
  readonly endsMs: number | null;
  /** The reader's time zone may be unknown; default: it is known. */
  readonly isForVisitor?: boolean;
}

export function CollectTerms({
  kind,
  extensions,
  fileBytes,
  endsMs,
  isForVisitor = false,
}: CollectTermsProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const rows: [string, ReactNode][] = [];
  // Visitors read what binds them; the owner reads all terms.
  if (!isForVisitor || kind !== 'any')
    rows.push([
      t('drive.collect.terms.kind'),
      kind === 'list' ? extensions.map((each) => `.${each}`).join(', ') : t(KIND_LABELS[kind]),
    ]);
  if (!isForVisitor || fileBytes !== 0)
    rows.push([
      t('drive.collect.terms.size'),
      fileBytes === 0 ? t('drive.collect.terms.size.any') : format.bytes(fileBytes),
    ]);
  if (endsMs !== null) {
    // Where the visitor is, is known to the browser alone on a first visit: the script corrects it.
    const end = isForVisitor ? format.dateAndTimeInZone(endsMs) : format.dateAndTime(endsMs);
    const at = new Date(endsMs).toISOString();
    rows.push([
      t('drive.collect.terms.end'),
      <time key="end" {...(isForVisitor ? { 'data-local': '' } : {})} dateTime={at}>
        {end}
      </time>,
    ]);
  }
  if (rows.length === 0) return null;
  return (
    <dl className="grid gap-1 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
