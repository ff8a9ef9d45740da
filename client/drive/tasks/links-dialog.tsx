/**
 * Fetches links: the links and a folder, then a plan with names, sizes, the storage afterwards and the links left today, then
 * the tasks. A link that fails stays in the dialog with its reason.
 */
import { Link2, TriangleAlert } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { MAX_ADDRESSES } from '#shared/drive/fetch/limits.ts';
import type { Resource, TaskLimits } from '#shared/drive/fetch/tasks.contract.ts';
import { shownFolderName } from '#shared/drive/shown-name.ts';
import type { TorrentFile } from '#shared/drive/torrent/file-tree.ts';
import { messageOf } from '#shared/error-message.ts';
import type { DriveStorageProps } from '#shared/islands.ts';
import type { Params } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { makeDriveApi } from '../drive.api.ts';
import type { DriveContext } from '../drive.context.ts';
import { chosenBytes, FileChoice } from './file-choice.tsx';
import { reasonLabel } from './task-labels.ts';
import { makeTasksApi, newTaskKey, type TasksApi, type TorrentOrder } from './tasks.api.ts';

export interface LinksDialogProps {
  drive: DriveContext;
  onClose: () => void;
  /** Left out: the page of tasks is opened. */
  onStarted?: (count: number) => void;
}

interface Plan {
  readonly found: readonly Resource[];
  readonly limits: TaskLimits;
  readonly storage: DriveStorageProps;
  /** Chosen files of torrents, by address. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<number>>;
}

function filesOf({ dir }: Resource): readonly TorrentFile[] {
  return dir?.resources.map(({ index, name, file_size }) => ({ index, name, sizeBytes: Number(file_size) })) ?? [];
}

/** At first all files are chosen. */
function allFiles(found: readonly Resource[]): Plan['chosen'] {
  const torrents = found.filter(({ dir }) => dir !== null);
  return new Map(torrents.map((one) => [one.meta.url, new Set(filesOf(one).map(({ index }) => index))]));
}

/** Whether it is a torrent whose files are not known yet. */
function isUnknownTorrent({ is_dir: isFolder, file_count: count }: Resource): boolean {
  return isFolder && count === 0;
}

function orderOf(resource: Resource, chosen: Plan['chosen']): TorrentOrder {
  if (isUnknownTorrent(resource)) return { choose: true };
  const files = chosen.get(resource.meta.url);
  return files ? { files: [...files] } : {};
}

/** Bytes that an address brings. */
function bytesOf(resource: Resource, chosen: Plan['chosen']): number {
  const files = chosen.get(resource.meta.url);
  return files ? chosenBytes(filesOf(resource), files) : Number(resource.file_size);
}

function linksOf(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

/** Creates a task for each good link, one after the other. @param keys  of idempotency, by link: a second try makes no second task */
async function createAll(
  api: TasksApi,
  { found, chosen }: Pick<Plan, 'found' | 'chosen'>,
  parentId: string | null,
  keys: Map<string, string>,
): Promise<{ started: number; left: Resource[]; failure: unknown }> {
  const left: Resource[] = [];
  let started = 0;
  let failure: unknown = null;
  for (const resource of found.filter(({ meta }) => meta.status !== 'ERROR')) {
    const { url } = resource.meta;
    const key = keys.get(url) ?? newTaskKey();
    keys.set(url, key);
    try {
      await api.create(url, parentId, key, orderOf(resource, chosen));
      started += 1;
    } catch (error) {
      left.push(resource);
      failure = error;
    }
  }
  return { started, left, failure };
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

export function LinksDialog({ drive, onClose, onStarted }: LinksDialogProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const api = useMemo(() => makeTasksApi(drive.api), [drive]);
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<Plan | null>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** One for each link of this dialog: a second try makes no second task. */
  const [keys] = useState(() => new Map<string, string>());
  const folder = drive.state.place.value === 'all' ? drive.state.folderId.value : '';
  const folderName = drive.state.path.value.at(-1)?.name ?? '';
  const [target, setTarget] = useState(folder === '' ? 'fetches' : 'here');
  const hasTorrents = useTorrents(api);
  const sentence = (failure: unknown) =>
    messageOf(failure, (key: string, params?: Params) => t(key as 'errors.default', params as never));

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    const links = linksOf(text);
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

  async function start(now: Plan): Promise<void> {
    const parentId = target === 'fetches' ? null : target === 'here' ? folder : '';
    setBusy(true);
    const { started, left, failure } = await createAll(api, now, parentId, keys);
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

  const targets = [
    ...(folder === ''
      ? []
      : [{ id: 'here', label: shownFolderName(folderName, drive.state.path.value.length === 1, translator) }]),
    { id: 'fetches', label: t('drive.fetches_folder') },
    { id: 'root', label: t('ui.sidebar.all_files') },
  ];
  const isEmpty =
    plan?.found.every(({ meta }) => meta.status === 'ERROR') === true ||
    [...(plan?.chosen.values() ?? [])].some(({ size }) => size === 0);
  return (
    <Dialog
      title={t('drive.tasks.add')}
      onClose={onClose}
      footer={
        plan ? (
          <>
            <Button onClick={() => setPlan(null)}>{t('drive.tasks.back')}</Button>
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
        <div className="grid gap-3">
          <PlanView
            plan={plan}
            onChoose={(url, files) => setPlan({ ...plan, chosen: new Map(plan.chosen).set(url, files) })}
          />
          {error === '' ? null : (
            <p role="alert" className="text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      ) : (
        <form id="links" className="grid gap-4" onSubmit={(event) => !isBusy && void check(event)}>
          <TextArea
            label={t('drive.tasks.links')}
            hint={t(hasTorrents ? 'drive.tasks.links.hint_torrent' : 'drive.tasks.links.hint', {
              count: MAX_ADDRESSES,
            })}
            {...(error === '' ? {} : { error })}
            rows={4}
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Targets targets={targets} chosen={target} onChoose={setTarget} />
        </form>
      )}
    </Dialog>
  );
}

interface TargetsProps {
  targets: readonly { readonly id: string; readonly label: string }[];
  chosen: string;
  onChoose: (id: string) => void;
}

function Targets({ targets, chosen, onChoose }: TargetsProps): ReactNode {
  const { t } = useT();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-semibold">{t('drive.tasks.target')}</legend>
      {targets.map(({ id, label }) => (
        <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="target"
            className="check"
            value={id}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span className="min-w-0 truncate">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PlanViewProps {
  plan: Plan;
  onChoose: (url: string, files: ReadonlySet<number>) => void;
}

function PlanView({ plan: { found, limits, storage, chosen }, onChoose }: PlanViewProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const good = found.filter(({ meta }) => meta.status !== 'ERROR');
  const bytes = good.reduce((sum, resource) => sum + bytesOf(resource, chosen), 0);
  const used = storage.usageBytes + bytes;
  const list = useMemo(() => found.map((resource) => ({ resource, key: resource.meta.url })), [found]);
  // The plan replaces the field that had the focus.
  useEffect(() => document.querySelector<HTMLElement>('[data-plan]')?.focus(), []);
  return (
    <div data-plan tabIndex={-1} className="grid gap-3 outline-none">
      <ul className="grid gap-2">
        {list.map(({ resource, resource: { name, file_size, meta }, key }) => (
          <li key={key} className="flex items-start gap-3">
            <span className="flex-none text-muted">
              {meta.status === 'ERROR' ? (
                <TriangleAlert size={20} className="text-danger" aria-hidden="true" />
              ) : (
                <Link2 size={20} aria-hidden="true" />
              )}
            </span>
            <span className="min-w-0 flex-1">
              <MiddleName name={name === '' ? meta.url : name} />
              <span className={meta.status === 'ERROR' ? 'block text-sm text-danger' : 'block text-sm text-muted'}>
                {meta.status === 'ERROR'
                  ? reasonLabel(meta.error, translator)
                  : meta.status === 'UNKNOWN'
                    ? t(isUnknownTorrent(resource) ? 'drive.tasks.files.later' : 'drive.tasks.size_unknown')
                    : format.bytes(Number(file_size))}
              </span>
              {resource.dir ? (
                <FileChoice
                  files={filesOf(resource)}
                  chosen={chosen.get(meta.url) ?? new Set()}
                  onChoose={(files) => onChoose(meta.url, files)}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
        <p>{t('drive.tasks.after', { used: format.bytes(used), limit: format.bytes(storage.limitBytes) })}</p>
        <p>{t('drive.tasks.left', { left: limits.left, limit: limits.per_day })}</p>
        {used > storage.limitBytes ? <p className="text-danger">{t('drive.tasks.too_large')}</p> : null}
        {good.length > limits.left ? <p className="text-danger">{t('drive.tasks.too_many')}</p> : null}
      </div>
    </div>
  );
}
