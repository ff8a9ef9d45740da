/**
 * States of every screen: empty, loading, error, offline, no permission. A sentence and one next step.
 */
import { CloudOff, Inbox, LockKeyhole, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { useT } from './i18n.tsx';

/** Drawings in `public/birds.svg`. */
export type BirdMood = 'ready' | 'asleep' | 'looking' | 'star' | 'link' | 'together';

export interface StateBlockProps {
  icon?: ReactNode;
  /** The bird in place of the icon. */
  mood?: BirdMood;
  /** Left out where the page has it. */
  title?: string;
  /** The situation and the next step, in whole sentences. */
  text?: ReactNode;
  /** At most one primary action. */
  action?: ReactNode;
  /** `h1` where the state is the page. */
  level?: 'h1' | 'h2' | 'p';
  className?: string;
}

function StateBlock({ icon, mood, title, text, action, level: Level = 'h2', className }: StateBlockProps): ReactNode {
  return (
    <div className={classes('mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center', className)}>
      {mood ? (
        <svg className="bird" width="144" height="108" aria-hidden="true">
          <use href={`/birds.svg#${mood}`} />
        </svg>
      ) : (
        <div className="badge-icon">{icon}</div>
      )}
      {title === undefined ? null : (
        <Level className={classes(Level === 'h1' ? 'text-2xl' : 'text-lg', 'mt-2 font-semibold')}>{title}</Level>
      )}
      {text ? <div className="text-muted">{text}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}

export function EmptyState(props: StateBlockProps): ReactNode {
  return <StateBlock icon={<Inbox size={28} aria-hidden="true" />} {...props} />;
}

/** A page of the drive that has nothing but its state: the title is where every page has it. */
export function PageState({ title, ...state }: StateBlockProps & { title: string }): ReactNode {
  return (
    <div className="drive-page">
      <h1 className="page-title">{title}</h1>
      <StateBlock {...state} />
    </div>
  );
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
