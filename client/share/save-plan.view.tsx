/** The plan of a save: how much it is, what it meets in the drive, and where it goes. One form, which works without script. */
import { FolderPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';

/** The choice of a visitor: things to save, and a folder for them. */
export interface SaveChoice {
  /** None: all that the page shows. */
  readonly ids: readonly string[];
  /** '' the folder of saves, `root`, or the id of a folder. */
  readonly to: string;
  /** Of a folder in it that is made; '' for none. */
  readonly folderName: string;
}

export interface SavePlanProps {
  /** From the top of the visitor's drive to the folder that is chosen; empty for none. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
  /** Folders in it, else at the top. */
  readonly folders: readonly { readonly id: string; readonly name: string }[];
  /** null: it could not be made, as `error` says. */
  readonly plan: {
    readonly files: number;
    readonly folders: number;
    readonly bytes: number;
    /** Negative: there is too little. */
    readonly freeBytes: number;
    readonly takenNames: readonly string[];
    readonly heldContents: number;
  } | null;
  readonly error?: string | undefined;
}

/** Longest name that is typed; the drive judges it. */
const MAX_NAME_CHARS = 255;

export function ChoiceFields({ ids, to, folderName }: SaveChoice): ReactNode {
  return (
    <>
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="folder_name" value={folderName} />
    </>
  );
}

function PlanFacts({ plan }: { plan: NonNullable<SavePlanProps['plan']> }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const { files, folders, bytes, freeBytes, takenNames, heldContents } = plan;
  const counts = [
    files > 0 || folders === 0 ? tn('share.files', files) : null,
    folders > 0 ? tn('share.folders', folders) : null,
    format.bytes(bytes),
  ];
  return (
    <div className="grid gap-1 text-sm" role="status">
      <p>{counts.filter(Boolean).join(' · ')}</p>
      {freeBytes < 0 ? (
        <p className="text-danger">{t('share.plan.too_little', { size: format.bytes(-freeBytes) })}</p>
      ) : (
        <p className="text-muted">{t('share.plan.free', { size: format.bytes(freeBytes) })}</p>
      )}
      {takenNames.length > 0 ? <p>{tn('share.plan.taken', takenNames.length)}</p> : null}
      {heldContents > 0 ? <p>{tn('share.plan.held', heldContents)}</p> : null}
    </div>
  );
}

/** The chosen folder, those above it and those in it, each with its way from the top. */
function placesOf({ path, folders }: Pick<SavePlanProps, 'path' | 'folders'>): { id: string; label: string }[] {
  const labelOf = (names: readonly string[]) => names.join(' / ');
  const names = path.map(({ name }) => name);
  return [
    ...path.map(({ id }, at) => ({ id, label: labelOf(names.slice(0, at + 1)) })),
    ...folders.map(({ id, name }) => ({ id, label: labelOf([...names, name]) })),
  ];
}

export function SavePlan({ choice, path, folders, plan, error }: SavePlanProps & { choice: SaveChoice }): ReactNode {
  const { t } = useT();
  return (
    <form method="post" className="grid gap-3" data-guard data-save-form>
      {choice.ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <Field
        label={t('share.plan.to')}
        hint={t('share.plan.deeper', { button: t('share.plan.again') })}
        control={(props) => (
          <select {...props} className="input" name="to" defaultValue={choice.to}>
            <option value="">{t('drive.saves_folder')}</option>
            <option value="root">{t('share.plan.to_root')}</option>
            {placesOf({ path, folders }).map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      />
      <TextField
        label={t('share.plan.new_folder')}
        name="folder_name"
        defaultValue={choice.folderName}
        maxLength={MAX_NAME_CHARS}
        autoComplete="off"
      />
      {plan ? <PlanFacts plan={plan} /> : null}
      {error ? (
        <p className="text-sm text-danger" role="alert">
          {error}
        </p>
      ) : null}
      <Button
        type="submit"
        name="intent"
        value="save"
        variant="primary"
        wide
        disabled={plan !== null && plan.freeBytes < 0}
        icon={<FolderPlus size={18} aria-hidden="true" />}
      >
        {t('share.plan.submit')}
      </Button>
      <Button type="submit" name="intent" value="plan" size="sm">
        {t('share.plan.again')}
      </Button>
    </form>
  );
}
