/** Files that came in by a link, for its owner: visit after visit, with the name and the note that the visitor left. */
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { type CollectedFile, CollectedFiles } from './collected-files.view.tsx';

export interface ReceivedFile extends CollectedFile {
  readonly receiptId: string;
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
      <CollectedFiles files={visit} />
    </li>
  );
}
