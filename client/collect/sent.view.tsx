/** Files that a person sent by links of others: visit after visit, with taking them back while the hour lasts. */
import { Send, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { href } from '#shared/routes.ts';
import { type CollectedFile, CollectedFiles } from './collected-files.view.tsx';

export interface SentVisit {
  readonly linkId: string;
  readonly receipt: string;
  readonly title: string;
  readonly ownerName: string;
  readonly files: readonly (CollectedFile & { readonly atMs: number })[];
  /** Files that may be taken back now, and until when the last of them may be. */
  readonly undoable: number;
  readonly undoUntilMs: number;
}

export function SentView({ visits, error }: { visits: readonly SentVisit[]; error: string | null }): ReactNode {
  const { t } = useT();
  return (
    <div className="drive-page gap-5" data-sent="">
      <header>
        <h1 className="page-title">{t('drive.collect.sent.title')}</h1>
        <p className="mt-1 text-muted">{t('drive.collect.sent.lead')}</p>
      </header>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      {visits.length === 0 ? (
        <EmptyState icon={<Send size={28} aria-hidden="true" />} title={t('drive.collect.sent.none')} />
      ) : (
        visits.map((visit) => <Visit key={`${visit.linkId}${visit.receipt}`} visit={visit} />)
      )}
    </div>
  );
}

function Visit({ visit }: { visit: SentVisit }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const { linkId, receipt, title, ownerName, files, undoable, undoUntilMs } = visit;
  return (
    <Card className="grid gap-3 p-5">
      <div>
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="text-sm text-muted">
          {t('drive.collect.sent.to', { name: ownerName, date: format.dateAndTime(files[0]?.atMs ?? 0) })}
        </p>
      </div>
      <CollectedFiles files={files} />
      {undoable === 0 ? null : (
        <form method="post" action={href('drive.sent')} data-guard="" className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="link" value={linkId} />
          <input type="hidden" name="receipt" value={receipt} />
          <Button type="submit" name="step" value="undo" icon={<Undo2 size={18} aria-hidden="true" />}>
            {tn('drive.collect.receipt.undo', undoable)}
          </Button>
          <span className="text-sm text-muted">
            {t('drive.collect.receipt.until', { time: format.timeInZone(undoUntilMs) })}
          </span>
        </form>
      )}
    </Card>
  );
}
