/** `/drive/notifications`: links and forms; works without script. Opening an unread one marks it, so it is a button. */
import {
  CheckCheck,
  CloudDownload,
  CreditCard,
  Eye,
  FolderDown,
  Gauge,
  Gift,
  HardDrive,
  Hourglass,
  Inbox,
  Link2,
  Link2Off,
  type LucideIcon,
  MailCheck,
  MonitorSmartphone,
  ReceiptText,
  ShieldAlert,
  Sparkles,
  TriangleAlert,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { When } from '#client/ui/when.tsx';
import type { BellKind } from '#shared/drive/bell/bell-kinds.ts';
import { href } from '#shared/routes.ts';

const ICONS: Readonly<Record<BellKind, LucideIcon>> = {
  'new-device': MonitorSmartphone,
  'password-changed': ShieldAlert,
  'two-factor-on': ShieldAlert,
  'two-factor-off': ShieldAlert,
  'recovery-codes-renewed': ShieldAlert,
  'passkey-added': ShieldAlert,
  'app-password-made': ShieldAlert,
  'passkey-removed': ShieldAlert,
  'provider-linked': ShieldAlert,
  'provider-removed': ShieldAlert,
  'email-changed': ShieldAlert,
  'phone-changed': ShieldAlert,
  'account-frozen': ShieldAlert,
  'account-closing': ShieldAlert,
  'factors-leaving': ShieldAlert,
  'factors-removed': ShieldAlert,
  'link-closed': Link2Off,
  'link-opened': Link2,
  'link-upheld': Link2Off,
  'name-reset': ShieldAlert,
  'payment-received': ReceiptText,
  'renewal-failed': CreditCard,
  'plan-ends': Sparkles,
  'plan-ended': Sparkles,
  'links-end': Hourglass,
  'link-visited': Eye,
  'files-collected': Inbox,
  invited: Users,
  'folder-offered': Users,
  'invitation-accepted': MailCheck,
  'storage-full': HardDrive,
  'traffic-full': Gauge,
  'reward-granted': Gift,
  'fetch-done': CloudDownload,
  'fetch-failed': TriangleAlert,
  'save-done': FolderDown,
};

export interface ShownNotification {
  readonly id: string;
  readonly kind: BellKind;
  readonly title: string;
  /** '' for none. */
  readonly text: string;
  readonly path: string;
  readonly atMs: number;
  readonly isRead: boolean;
}

export interface BellPageProps {
  /** Newest first. */
  readonly items: readonly ShownNotification[];
  readonly unread: number;
  /** A whole sentence about the completed act. */
  readonly done: string | null;
}

export function BellPageView({ items, unread, done }: BellPageProps): ReactNode {
  const { t } = useT();
  return (
    <div className="drive-page gap-5">
      <header>
        <h1 className="page-title">{t('drive.bell.title')}</h1>
        <p className="mt-1 text-muted">
          {t('drive.bell.lead')}{' '}
          <a className="link" href={href('account.mail')}>
            {t('mail.choices.title')}
          </a>
        </p>
      </header>
      {done === null ? null : <Notice tone="ok">{done}</Notice>}
      <div data-notifications={unread} className="grid gap-4">
        {unread === 0 ? null : <ReadAll upTo={items[0]?.id ?? ''} />}
        {items.length === 0 ? (
          <EmptyState mood="asleep" title={t('drive.bell.empty.title')} text={<p>{t('drive.bell.empty.text')}</p>} />
        ) : (
          <ul className="rounded-lg border border-line bg-surface">
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function ReadAll({ upTo }: { upTo: string }): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={href('drive.notifications')} data-guard="">
      <input type="hidden" name="step" value="all" />
      <input type="hidden" name="up_to" value={upTo} />
      <Button type="submit" icon={<CheckCheck size={18} aria-hidden="true" />}>
        {t('drive.bell.read_all')}
      </Button>
    </form>
  );
}

function Row({ item }: { item: ShownNotification }): ReactNode {
  const { t } = useT();
  const { id, kind, title, text, path, atMs, isRead } = item;
  const Icon = ICONS[kind];
  return (
    <li className="row items-start">
      <Icon size={22} className="mt-1 flex-none text-muted" aria-hidden="true" />
      {isRead ? (
        <a className="row-link min-w-0 flex-1" href={path}>
          <Lines kind={kind} title={title} text={text} atMs={atMs} />
        </a>
      ) : (
        <>
          <form method="post" action={href('drive.notifications')} className="min-w-0 flex-1">
            <input type="hidden" name="step" value="open" />
            <input type="hidden" name="id" value={id} />
            <button type="submit" className="row-link w-full cursor-pointer text-start">
              <Lines kind={kind} title={title} text={text} atMs={atMs} isNew />
            </button>
          </form>
          <form method="post" action={href('drive.notifications')} className="row-get" data-guard="">
            <input type="hidden" name="step" value="read" />
            <input type="hidden" name="id" value={id} />
            <IconButton
              type="submit"
              label={`${t('drive.bell.read')}: ${title}`}
              icon={<CheckCheck size={18} aria-hidden="true" />}
            />
          </form>
        </>
      )}
    </li>
  );
}

function Lines({
  kind,
  title,
  text,
  atMs,
  isNew = false,
}: Pick<ShownNotification, 'kind' | 'title' | 'text' | 'atMs'> & { isNew?: boolean }): ReactNode {
  const { t } = useT();
  return (
    <>
      <span className={classes('block wrap-anywhere', isNew && 'font-semibold')}>
        {isNew ? (
          <span
            className="me-2 inline-block size-2.5 rounded-full bg-accent"
            role="img"
            aria-label={t('drive.bell.new')}
          />
        ) : null}
        {title}
      </span>
      {text === '' ? null : <span className="mt-0.5 block text-sm text-muted wrap-anywhere">{text}</span>}
      <span className="mt-0.5 block text-xs text-muted">
        <When ms={atMs} withTime />
      </span>
      {/* The whole line leads there; the words say so. */}
      {kind === 'new-device' ? (
        <span className="link mt-1 block text-sm">{t('auth.account.devices.title')}</span>
      ) : null}
    </>
  );
}
