/** Chooses the folder that links are saved to: the open folder, the folder of fetched files, or any other by the tree. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { Destination } from '../changes/conflict.rules.ts';
import { FolderTree, type FolderTreeProps } from '../dialogs/folder-tree.tsx';

/** Where links are saved to. */
export interface LinkTarget {
  readonly kind: 'here' | 'fetches' | 'other';
  /** The folder chosen in the tree. */
  readonly other: Destination;
}

interface LinkTargetChoiceProps extends Pick<FolderTreeProps, 'way' | 'loadFolders' | 'makeFolder'> {
  target: LinkTarget;
  /** Names of the choices in display order; without an open folder there is no `here`. */
  labels: readonly (readonly [LinkTarget['kind'], string])[];
  onChoose: (target: LinkTarget) => void;
}

export function LinkTargetChoice({ target, labels, onChoose, ...tree }: LinkTargetChoiceProps): ReactNode {
  const { t } = useT();
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="mb-1 text-sm font-semibold">{t('drive.tasks.target')}</legend>
      {labels.map(([kind, label]) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="target"
            className="check flex-none"
            value={kind}
            checked={target.kind === kind}
            onChange={() => onChoose({ ...target, kind })}
          />
          <span className="min-w-0 truncate">{label}</span>
        </label>
      ))}
      {target.kind === 'other' ? (
        <div>
          <FolderTree
            {...tree}
            chosen={target.other}
            onChoose={(other) => onChoose({ kind: 'other', other })}
            mayChoose={() => true}
            moving={[]}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
