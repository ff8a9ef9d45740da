/**
 * Fetches links: the links and a folder, then a plan with names, sizes, the storage afterwards and the links left today, then
 * the tasks. A link that fails stays in the dialog with its reason.
 */
import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { MAX_ADDRESSES } from '#shared/drive/fetch/limits.ts';
import { messageOf } from '#shared/error-message.ts';
import { addressesIn, addressOfShare, shareIn } from '#shared/intake/addresses.ts';
import { href } from '#shared/routes.ts';
import { makeDriveApi } from '../drive.api.ts';
import type { DriveContext } from '../drive.context.ts';
import { allFiles, createAll, type Plan } from './link-plan.ts';
import { PlanView } from './link-plan.view.tsx';
import { useLinkTarget } from './link-target.tsx';
import { makeTasksApi, type TasksApi } from './tasks.api.ts';

export interface LinksDialogProps {
  drive: DriveContext;
  /** Checked at once; absent: the dialog starts with an empty field. */
  link?: string;
  onClose: () => void;
  /** Left out: the page of tasks is opened. */
  onStarted?: (count: number) => void;
}

/** Whether this installation takes torrents. Without an answer the dialog names what every installation takes. */
function useTorrents(api: TasksApi): boolean {
  const [hasTorrents, setHasTorrents] = useState(false);
  useEffect(() => {
    api.limits().then(
      ({ schemes }) => setHasTorrents(schemes.includes('magnet')),
      () => undefined,
    );
  }, [api]);
  return hasTorrents;
}

export function LinksDialog({ drive, link = '', onClose, onStarted }: LinksDialogProps): ReactNode {
  const { t, text: textOf } = useT();
  const api = useMemo(() => makeTasksApi(drive.api), [drive]);
  const [text, setText] = useState(link);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** One for each link of this dialog: a second try makes no second task. */
  const [keys] = useState(() => new Map<string, string>());
  const target = useLinkTarget(drive, onStarted !== undefined);
  const hasTorrents = useTorrents(api);
  const sentence = (failure: unknown) => messageOf(failure, textOf);

  async function check(): Promise<void> {
    const share = shareIn(text, location.origin);
    // A link of ours is a page to be opened, with the passcode of its message.
    if (share) return drive.browser.go(addressOfShare(share));
    const links = addressesIn(text);
    if (links.length === 0) setError(t('drive.tasks.links.empty'));
    else if (links.length > MAX_ADDRESSES) setError(t('drive.tasks.links.many', { count: MAX_ADDRESSES }));
    else {
      setBusy(true);
      try {
        const [found, limits, storage] = await Promise.all([
          api.look(links),
          api.limits(),
          makeDriveApi(drive.api).storage(),
        ]);
        setPlan({ found, limits, storage, chosen: allFiles(found) });
        setError('');
      } catch (failure) {
        setError(sentence(failure));
      }
      setBusy(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a given link is checked once
  useEffect(() => {
    if (link !== '') void check();
  }, []);

  async function start(now: Plan): Promise<void> {
    setBusy(true);
    const { started, left, failure } = await createAll(api, now, target.parentId, keys);
    setBusy(false);
    if (left.length > 0) {
      setPlan({ ...now, found: left });
      setError(sentence(failure));
      if (started > 0) onStarted?.(started);
      return;
    }
    onClose();
    if (onStarted) onStarted(started);
    else drive.browser.go(href('drive.tasks'));
  }

  const isEmpty =
    plan?.found.every(({ meta }) => meta.status === 'ERROR') === true ||
    [...(plan?.chosen.values() ?? [])].some(({ size }) => size === 0);
  return (
    <Dialog
      title={t(link === '' ? 'drive.tasks.add' : 'drive.action.fetch')}
      onClose={onClose}
      footer={
        plan ? (
          <>
            <Button onClick={() => (link === '' ? setPlan(null) : onClose())}>
              {t(link === '' ? 'drive.tasks.back' : 'drive.cancel')}
            </Button>
            <Button variant="primary" busy={isBusy} disabled={isEmpty} onClick={() => !isBusy && void start(plan)}>
              {t('drive.tasks.start')}
            </Button>
          </>
        ) : (
          <Answers onCancel={onClose} type="submit" form="links" busy={isBusy}>
            {t('drive.tasks.check')}
          </Answers>
        )
      }
    >
      {plan ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PlanView
            plan={plan}
            folderName={target.name}
            error={error}
            onChoose={(url, files) => setPlan({ ...plan, chosen: new Map(plan.chosen).set(url, files) })}
          />
          {link === '' ? null : target.choice}
        </div>
      ) : link !== '' && error === '' ? (
        <p role="status" className="text-muted">
          {t('drive.tasks.files.loading')}
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <LinksForm
            text={text}
            error={error}
            hasTorrents={hasTorrents}
            onText={setText}
            onSubmit={() => !isBusy && void check()}
          />
          {/* Outside of the form: the tree has a form of its own. */}
          {target.choice}
        </div>
      )}
    </Dialog>
  );
}

interface LinksFormProps {
  text: string;
  error: string;
  hasTorrents: boolean;
  onText: (text: string) => void;
  onSubmit: () => void;
}

function LinksForm({ text, error, hasTorrents, onText, onSubmit }: LinksFormProps): ReactNode {
  const { t } = useT();
  return (
    <form
      id="links"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextArea
        label={t('drive.tasks.links')}
        hint={t(hasTorrents ? 'drive.tasks.links.hint_torrent' : 'drive.tasks.links.hint', { count: MAX_ADDRESSES })}
        {...(error === '' ? {} : { error })}
        rows={4}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </form>
  );
}
