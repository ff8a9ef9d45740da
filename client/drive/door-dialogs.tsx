/**
 * Dialogs of named actions. What is not open yet is said, with the way that is; nothing pretends. Loaded when first opened.
 */
import { Copy, FolderOpen, FolderUp, Link2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { scope } from '#client/scope.ts';
import { makeKeptDraft } from '#client/store/kept-draft.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { href } from '#shared/routes.ts';
import { askForFiles } from './ask-for-files.ts';
import type { DriveRoom } from './drive.room.ts';
import type { DoorName } from './drive.state.ts';

export interface DoorDialogProps {
  room: DriveRoom;
  door: Exclude<DoorName, 'feedback'>;
  onClose: () => void;
}

export function DoorDialog({ room, door, onClose }: DoorDialogProps): ReactNode {
  switch (door) {
    case 'storage':
      return <StorageDialog room={room} onClose={onClose} />;
    case 'redeem':
      return <RedeemDialog room={room} onClose={onClose} />;
    case 'invite':
      return <InviteDialog onClose={onClose} />;
    case 'guide':
      return <GuideDialog onClose={onClose} />;
    case 'upload':
      return <UploadDialog room={room} onClose={onClose} />;
    default:
      return <ClosedDialog door={door} onClose={onClose} />;
  }
}

const CLOSED_WORDS = {
  traffic: ['shop.traffic.title', 'shop.traffic.lead'],
  activity: ['doors.box.activity.title', 'doors.box.activity.text'],
  popup: ['doors.box.popup.title', 'doors.box.popup.text'],
  task: ['doors.box.task.title', 'doors.box.task.text'],
  'new-task': ['doors.box.new_task.title', 'doors.box.new_task.text'],
} as const;

/** There is nothing behind this door yet, and it says so. */
function ClosedDialog({ door, onClose }: { door: keyof typeof CLOSED_WORDS; onClose: () => void }): ReactNode {
  const { t } = useT();
  const [title, text] = CLOSED_WORDS[door];
  return (
    <Dialog
      open
      title={t(title)}
      onClose={onClose}
      footer={
        <>
          {door === 'traffic' ? <Button href={href('drive.payment-traffic')}>{t('doors.box.more')}</Button> : null}
          <Button variant="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <p>{t(text)}</p>
    </Dialog>
  );
}

function StorageDialog({ room, onClose }: { room: DriveRoom; onClose: () => void }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { usageBytes, limitBytes } = room.state.storage.value;
  // What the page came with may be old by now.
  useEffect(() => void room.actions.change.refreshAll(), [room]);
  return (
    <Dialog
      open
      title={t('ui.storage.title')}
      onClose={onClose}
      footer={
        <>
          <Button href={href('drive.storage')}>{t('doors.box.storage.page')}</Button>
          <Button href={href('drive.payment-storage')}>{t('shop.storage.title')}</Button>
          <Button variant="primary" href={href('drive.trash')}>
            {t('doors.box.storage.trash')}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <StorageBar label={t('ui.storage.title')} usedBytes={usageBytes} limitBytes={limitBytes} />
        <p className="font-semibold">
          {t('ui.storage.used', { used: format.bytes(usageBytes), limit: format.bytes(limitBytes) })}
        </p>
        <p className="text-sm text-muted">{t('doors.box.storage.text')}</p>
      </div>
    </Dialog>
  );
}

function RedeemDialog({ room, onClose }: { room: DriveRoom; onClose: () => void }): ReactNode {
  const { t } = useT();
  const [draft] = useState(() => makeKeptDraft('pp_redeem_draft', scope().facts.userId));
  const [code, setCode] = useState(draft.read);
  return (
    <Dialog
      open
      title={t('doors.box.redeem.title')}
      onClose={onClose}
      footer={
        <Button variant="primary" type="submit" form="redeem">
          {t('doors.box.redeem.keep')}
        </Button>
      }
    >
      <form
        id="redeem"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          if (code !== '') room.actions.toasts.say(t('doors.box.redeem.kept'));
        }}
      >
        <Notice>{t('doors.box.redeem.closed')}</Notice>
        <TextField
          label={t('doors.box.redeem.label')}
          hint={t('doors.box.redeem.hint')}
          value={code}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            setCode(typed);
            draft.write(typed.trim());
          }}
        />
      </form>
    </Dialog>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useT();
  const address = `${location.origin}${href('site.referral')}`;
  return (
    <Dialog
      open
      title={t('shop.referral.title')}
      onClose={onClose}
      footer={
        <>
          <Button href={href('site.referral')}>{t('doors.box.more')}</Button>
          <Button
            variant="primary"
            icon={<Copy size={18} aria-hidden="true" />}
            data-copy={address}
            data-copied={t('doors.box.invite.copied')}
          >
            {t('doors.box.invite.copy')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Notice>{t('shop.referral.closed.text')}</Notice>
        <TextField
          label={t('doors.box.invite.address')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  );
}

/** Only a press opens the browser's own window, and the one that led here was of another page. */
function UploadDialog({ room, onClose }: { room: DriveRoom; onClose: () => void }): ReactNode {
  const { t } = useT();
  const first = useRef<HTMLButtonElement>(null);
  // Who came for this needs one key more.
  useEffect(() => first.current?.focus(), []);
  const ask = (wish: 'files' | 'folder') => () => {
    onClose();
    askForFiles(wish, room.upload);
  };
  return (
    <Dialog
      open
      title={t('drive.upload.button')}
      onClose={onClose}
      footer={
        <>
          <Button icon={<FolderUp size={18} aria-hidden="true" />} className="max-md:hidden" onClick={ask('folder')}>
            {t('drive.upload.folder')}
          </Button>
          <Button ref={first} variant="primary" icon={<Upload size={18} aria-hidden="true" />} onClick={ask('files')}>
            {t('drive.upload.files')}
          </Button>
        </>
      }
    >
      <p>{t('drive-more.upload.text')}</p>
    </Dialog>
  );
}

const STEPS = [
  { Icon: Upload, title: 'doors.box.guide.add.title', text: 'doors.box.guide.add.text' },
  { Icon: FolderOpen, title: 'doors.box.guide.order.title', text: 'doors.box.guide.order.text' },
  { Icon: Link2, title: 'doors.box.guide.share.title', text: 'doors.box.guide.share.text' },
] as const;

function GuideDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useT();
  return (
    <Dialog
      open
      title={t('doors.box.guide.title')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('doors.box.guide.done')}
        </Button>
      }
    >
      <ol className="grid gap-5">
        {STEPS.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid h-11 w-11 flex-none place-items-center rounded-full bg-accent-soft text-accent">
              <Icon size={20} aria-hidden="true" />
            </span>
            <div>
              <h3 className="text-base">{t(title)}</h3>
              <p className="text-sm text-muted">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
