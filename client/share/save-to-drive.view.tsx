/**
 * The save button and its result. Without script the form posts and the page reloads; the page's script replaces only this block.
 */
import { Check, ChevronDown, FolderOpen, FolderPlus, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { SavedOutcome } from '#shared/drive/saved.ts';
import { href } from '#shared/routes.ts';
import { PICK_FORM_ID } from './pick-form.ts';
import { ChoiceFields, type SaveChoice, SavePlan, type SavePlanProps } from './save-plan.view.tsx';

/** The folder of the drive that the files are saved into; absent when its name is not known. */
interface SaveTarget {
  readonly folder?: { readonly id: string; readonly name: string };
}

export type SaveState =
  | { kind: 'ready' }
  /** Pending save from before sign-in. @param isOwn  of this browser: the script saves at once; else after one more press */
  | { kind: 'confirm'; person: string; isOwn: boolean; intent: 'save' | 'plan'; choice: SaveChoice }
  /** How much it would be, and where it could go. */
  | ({ kind: 'planned'; choice: SaveChoice } & SavePlanProps)
  /** Taken back: the copies are in the trash. */
  | { kind: 'undone'; count: number }
  /** Accepted, still being copied: the drive shows it when it has ended. */
  | ({ kind: 'started' } & SaveTarget)
  | ({ kind: 'saved'; taskId: string } & SaveTarget & SavedOutcome)
  /** The visitor is the owner. @param folderHref  the folder of the drive that holds the files */
  | { kind: 'own'; manageHref: string; folderHref: string }
  /** A sentence of the error catalogue: no space, or limit reached. The user may try again. @param isFull  the drive is full */
  | { kind: 'failed'; error: string; isFull?: boolean };

/** Status names of the wire (spec section 4, "Restore"); before a save there is none. */
const RESTORE_STATUS: Readonly<Partial<Record<SaveState['kind'], string>>> = {
  started: 'RESTORE_START',
  saved: 'RESTORE_COMPLETE',
  failed: 'RESTORE_UNKNOWN',
};

/** Most new names that are listed. */
const TOLD_NAMES = 3;

function SavedWords({ saved, renamed, names }: SavedOutcome): ReactNode {
  const { t, tn } = useT();
  if (renamed === 0) return <p className="text-ok">{t('share.save.saved')}</p>;
  const told = names.slice(0, TOLD_NAMES);
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-ok">{tn('share.save.saved_count', saved)}</p>
      <p>{tn('share.save.renamed', renamed)}</p>
      <ul className="grid gap-1">
        {told.map(({ from, to }) => (
          <li key={to} className="wrap-anywhere">
            {t('share.save.new_name', { from, to })}
          </li>
        ))}
        {renamed > told.length ? <li>{tn('share.save.more_names', renamed - told.length)}</li> : null}
      </ul>
    </div>
  );
}

/** @param canChoose  the rows have checkboxes of the form `PICK_FORM_ID` */
export function SaveToDrive({ state, canChoose = false }: { state: SaveState; canChoose?: boolean }): ReactNode {
  return (
    <div className="share-save" data-save data-restore-status={RESTORE_STATUS[state.kind]}>
      <SaveBlock state={state} canChoose={canChoose} />
    </div>
  );
}

function SaveBlock({ state, canChoose }: { state: SaveState; canChoose: boolean }): ReactNode {
  const { tn } = useT();
  switch (state.kind) {
    case 'saved':
    case 'started':
      return <SaveDone state={state} />;
    case 'confirm':
      return <SaveConfirm state={state} />;
    case 'own':
      return <OwnLink {...state} />;
    case 'planned':
      return (
        <SavePlan
          choice={state.choice}
          path={state.path}
          folders={state.folders}
          plan={state.plan}
          error={state.error}
        />
      );
    default:
      return (
        <>
          <SaveButtons canChoose={canChoose} />
          {state.kind === 'undone' ? (
            <p className="text-sm text-ok" role="status">
              {tn('share.undo.done', state.count)}
            </p>
          ) : null}
          {state.kind === 'failed' ? <SaveFailed {...state} /> : null}
        </>
      );
  }
}

/** Buttons of the form of the page, so that they send the checked rows. */
function SaveButtons({ canChoose }: { canChoose: boolean }): ReactNode {
  const { t } = useT();
  return (
    <div className="split">
      <Button
        type="submit"
        form={PICK_FORM_ID}
        name="intent"
        value="save"
        icon={<FolderPlus size={18} aria-hidden="true" />}
      >
        {canChoose ? (
          <>
            <span className="group-has-[input:checked]:hidden">{t('share.save.submit')}</span>
            <span className="hidden group-has-[input:checked]:inline">{t('share.save.selected')}</span>
          </>
        ) : (
          t('share.save.submit')
        )}
      </Button>
      <button
        type="submit"
        form={PICK_FORM_ID}
        name="intent"
        value="plan"
        className="btn btn-quiet"
        aria-label={t('share.save.choose')}
        title={t('share.save.choose')}
      >
        <ChevronDown size={18} aria-hidden="true" />
      </button>
    </div>
  );
}

/** The owner has the files: their place, and the terms of the link. */
function OwnLink({ manageHref, folderHref }: { manageHref: string; folderHref: string }): ReactNode {
  const { t } = useT();
  return (
    <>
      <Button href={manageHref} variant="primary" wide icon={<Settings2 size={18} aria-hidden="true" />}>
        {t('share.own.manage')}
      </Button>
      <Button href={folderHref} wide icon={<FolderOpen size={18} aria-hidden="true" />}>
        {t('share.own.open')}
      </Button>
      <p className="text-sm text-muted" role="status">
        {t('share.save.own')}
      </p>
    </>
  );
}

function SaveConfirm({ state }: { state: Extract<SaveState, { kind: 'confirm' }> }): ReactNode {
  const { t } = useT();
  return (
    <form method="post" className="grid gap-2" data-guard data-save-form data-save-now={state.isOwn || undefined}>
      <input type="hidden" name="intent" value={state.intent} />
      <ChoiceFields {...state.choice} />
      <p id="save-target" className="text-sm" role="status">
        {t('share.save.confirm', { name: state.person })}
      </p>
      <Button
        type="submit"
        variant="primary"
        wide
        autoFocus
        aria-describedby="save-target"
        icon={<FolderPlus size={18} aria-hidden="true" />}
      >
        {t(state.intent === 'plan' ? 'share.save.choose' : 'share.save.submit')}
      </Button>
    </form>
  );
}

function SaveDone({ state }: { state: Extract<SaveState, { kind: 'saved' | 'started' }> }): ReactNode {
  const { t } = useT();
  const { folder } = state;
  return (
    <>
      <Button href={folder ? href('drive.folder', { folderId: folder.id }) : href('drive.all')} wide>
        {t(folder ? 'share.save.open_folder' : 'share.save.open_drive')}
      </Button>
      <div className="flex gap-2 text-sm" role="status">
        <Check size={18} className="mt-0.5 flex-none text-ok" aria-hidden="true" />
        <div className="grid min-w-0 gap-1">
          {state.kind === 'saved' ? <SavedWords {...state} /> : <p className="text-ok">{t('share.save.started')}</p>}
          {folder ? <p className="wrap-anywhere">{t('share.save.folder', { name: folder.name })}</p> : null}
        </div>
      </div>
      {state.kind === 'saved' && state.taskId !== '' ? (
        <form method="post" data-guard data-save-form>
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="task" value={state.taskId} />
          <Button type="submit" size="sm">
            {t('share.undo.submit')}
          </Button>
        </form>
      ) : null}
    </>
  );
}

function SaveFailed({ error, isFull }: { error: string; isFull?: boolean }): ReactNode {
  const { t } = useT();
  return (
    <>
      <p className="text-sm text-danger" role="alert">
        {error}
      </p>
      {isFull ? (
        <div className="flex flex-wrap gap-2">
          <Button href={href('drive.storage')} size="sm">
            {t('drive.conflict.space.free')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
