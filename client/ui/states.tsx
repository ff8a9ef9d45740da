/**
 * States of every screen: empty, loading, error, offline, no permission. A sentence and one next step.
 */
import { CloudOff, Inbox, LockKeyhole, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { useT } from './i18n.tsx';

export interface StateBlockProps {
  icon?: ReactNode;
  title: string;
  /** The situation and the next step, in whole sentences. */
  text?: ReactNode;
  /** At most one primary action. */
  action?: ReactNode;
  /** `h1` where the state is the page. */
  level?: 'h1' | 'h2' | 'p';
  className?: string;
}

function StateBlock({ icon, title, text, action, level: Level = 'h2', className }: StateBlockProps): ReactNode {
  return (
    <div className={classes('mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center', className)}>
      <div className="badge-icon">{icon}</div>
      <Level className={classes(Level === 'h1' ? 'text-2xl' : 'text-lg', 'mt-2 font-semibold')}>{title}</Level>
      {text ? <div className="text-muted">{text}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}

export function EmptyState(props: StateBlockProps): ReactNode {
  return <StateBlock icon={<Inbox size={28} aria-hidden="true" />} {...props} />;
}

/** Something went wrong here and now; announced when it appears. */
export function ErrorState(props: StateBlockProps): ReactNode {
  return (
    <div role="alert">
      <StateBlock icon={<TriangleAlert size={28} aria-hidden="true" />} {...props} />
    </div>
  );
}

export function OfflineState({ action }: { action?: ReactNode }): ReactNode {
  const { t } = useT();
  return (
    <div role="status">
      <StateBlock
        icon={<CloudOff size={28} aria-hidden="true" />}
        title={t('ui.offline.title')}
        text={t('ui.offline.text')}
        action={action}
      />
    </div>
  );
}

export function NoPermissionState({ action, level }: Pick<StateBlockProps, 'action' | 'level'>): ReactNode {
  const { t } = useT();
  return (
    <StateBlock
      icon={<LockKeyhole size={28} aria-hidden="true" />}
      title={t('ui.no_permission.title')}
      text={t('ui.no_permission.text')}
      action={action}
      {...(level ? { level } : {})}
    />
  );
}
