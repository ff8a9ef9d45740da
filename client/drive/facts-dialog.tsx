/** Small dialogs that tell or ask one thing: details of a file, what an error was, whether to delete. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { ActionIcon } from './action-icon.tsx';
import { allowedActions, type DriveAction } from './drive.can.ts';
import type { ProblemFacts } from './drive.state.ts';
import { ACTION_WORDS } from './order-words.ts';
import { KindSign } from './row.view.tsx';

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface DetailsDialogProps {
  row: DriveRow;
  place: 'all' | 'trash';
  onRun: (action: DriveAction) => void;
  onClose: () => void;
}

/** What is offered beside the facts, most wanted last. */
const OFFERED: readonly DriveAction[] = ['delete', 'restore', 'rename', 'share', 'download', 'open'];

export function DetailsDialog({ row, place, onRun, onClose }: DetailsDialogProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const allowed = allowedActions(place, [row]);
  const actions = OFFERED.filter((action) => allowed.includes(action));
  const facts: [string, string][] = [
    [t('drive.details.kind'), row.folder ? t('drive.details.folder') : row.mime],
    ...(row.folder ? [] : [[t('drive.details.size'), format.bytes(row.sizeBytes)] satisfies [string, string]]),
    [t('drive.details.modified'), format.dateTime(row.modifiedMs)],
    ...(row.trashedMs === null
      ? []
      : [[t('drive.column.trashed'), format.dateTime(row.trashedMs)] satisfies [string, string]]),
  ];
  return (
    <Dialog
      open
      title={t('drive.details.title')}
      onClose={onClose}
      footer={actions.map((action, index) => (
        <Button
          key={action}
          variant={index === actions.length - 1 ? (action === 'delete' ? 'danger' : 'primary') : 'quiet'}
          icon={<ActionIcon action={action} />}
          onClick={() => onRun(action)}
        >
          {t(ACTION_WORDS[action])}
        </Button>
      ))}
    >
      <div className="mb-5 flex items-center gap-3">
        <KindSign row={row} size={36} />
        <p className="min-w-0 font-semibold">{row.name}</p>
      </div>
      <Facts facts={facts} />
    </Dialog>
  );
}

export function ProblemDialog({ facts, onClose }: { facts: ProblemFacts; onClose: () => void }): ReactNode {
  const { t } = useT();
  return (
    <Dialog open title={t('drive.problem.title')} onClose={onClose}>
      <p className="mb-5">{facts.sentence}</p>
      <Facts
        facts={[
          [t('drive.problem.code'), `${facts.name} (${facts.code})`],
          [t('drive.problem.call'), facts.call],
        ]}
      />
    </Dialog>
  );
}

export interface ConfirmDialogProps {
  title: string;
  text: string;
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ title, text, submit, onSubmit, onClose }: ConfirmDialogProps): ReactNode {
  const { t } = useT();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('drive.cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onSubmit();
            }}
          >
            {submit}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
