/** Files that came in by a link, for its owner: visit after visit, with the name and the note that the visitor left. */
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export interface ReceivedFile {
  readonly receiptId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: 'coming' | 'accepted' | 'withdrawn';
  readonly visitor: string;
  readonly note: string;
  readonly atMs: number;
}

export interface ReceivedFiles {
  readonly linkId: string;
  readonly files: readonly ReceivedFile[];
  readonly isFirst: boolean;
  /** '' at the end. */
  readonly nextPageToken: string;
}

/** Files of one visit that follow each other, and were sent with the same name and note. */
function visitsOf(files: readonly ReceivedFile[]): ReceivedFile[][] {
  const visits: ReceivedFile[][] = [];
  for (const file of files) {
    const visit = visits.at(-1);
    const [first] = visit ?? [];
    const isSame = first?.receiptId === file.receiptId && first.visitor === file.visitor && first.note === file.note;
    if (visit && isSame) visit.push(file);
    else visits.push([file]);
  }
  return visits;
}

export function receivedHref(folderId: string, linkId: string, page = ''): string {
  const query = new URLSearchParams({ files: linkId, ...(page === '' ? {} : { page }) });
  return `${href('drive.collect', { folderId })}?${query}#received`;
}

export function Received({ received, folderId }: { received: ReceivedFiles; folderId: string }): ReactNode {
  const { t } = useT();
  const { files, isFirst, nextPageToken, linkId } = received;
  return (
    <section id="received" aria-labelledby="received-title" className="grid gap-3 border-t border-line pt-4">
      <h3 id="received-title" className="font-semibold">
        {t('drive.collect.received.title')}
      </h3>
      {files.length === 0 ? <p className="text-sm text-muted">{t('drive.collect.received.none')}</p> : null}
      <ul className="grid gap-4">
        {visitsOf(files).map((visit) => (
          <Visit key={visit.map(({ receiptId, atMs }) => `${receiptId}${atMs}`).join()} visit={visit} />
        ))}
      </ul>
      {isFirst && nextPageToken === '' ? null : (
        <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
          {isFirst ? null : (
            <a className="link" href={receivedHref(folderId, linkId)}>
              {t('drive.collect.received.newest')}
            </a>
          )}
          {nextPageToken === '' ? null : (
            <a className="link" rel="next" href={receivedHref(folderId, linkId, nextPageToken)}>
              {t('drive.collect.received.earlier')}
            </a>
          )}
        </p>
      )}
    </section>
  );
}

const OTHER_STATES = {
  coming: 'drive.collect.receipt.coming',
  withdrawn: 'drive.collect.receipt.withdrawn',
} as const;

function Visit({ visit }: { visit: readonly ReceivedFile[] }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const [first] = visit;
  if (!first) return null;
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 font-semibold break-words" dir="auto">
          {first.visitor || t('drive.collect.received.unnamed')}
        </span>
        <span className="text-sm text-muted">{format.dateAndTime(first.atMs)}</span>
      </p>
      {first.note === '' ? null : (
        <p className="text-sm break-words whitespace-pre-line" dir="auto">
          {first.note}
        </p>
      )}
      <ul className="grid gap-1 text-sm">
        {visit.map((file, at) => (
          // Two files may have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at} className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 break-words" dir="auto">
              {file.name}
            </span>
            <span className="text-muted">
              {file.state === 'accepted' ? format.bytes(file.sizeBytes) : t(OTHER_STATES[file.state])}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
