/** Chooses the folder that links are saved to: the open folder, the folder of fetched files, or any other by the tree. */
import { type ReactNode, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { shownFolderName } from '#shared/drive/shown-name.ts';
import type { Destination } from '../conflicts/conflict.rules.ts';
import { FolderTree, type FolderTreeProps } from '../dialogs/folder-tree.tsx';
import { makeDriveApi } from '../drive.api.ts';
import type { DriveContext } from '../drive.context.ts';

/** Where links are saved to. */
interface LinkTarget {
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

interface ChosenTarget {
  /** null: the folder of fetched files; '' the root. */
  readonly parentId: string | null;
  readonly name: string;
  /** Shows the choice. */
  readonly choice: ReactNode;
}

/** @param isAlone  the page has no listing to read again after a folder was created */
export function useLinkTarget(drive: DriveContext, isAlone: boolean): ChosenTarget {
  const translator = useT();
  const { t } = translator;
  const { state, actions } = drive;
  const isFolder = state.place.value === 'all';
  const folder = isFolder ? state.folderId.value : '';
  const way = isFolder ? state.path.value : [];
  const folderName = shownFolderName(way.at(-1)?.name ?? '', way.length === 1, translator);
  const [target, setTarget] = useState<LinkTarget>({
    kind: folder === '' ? 'fetches' : 'here',
    other: { id: folder, name: folder === '' ? t('ui.sidebar.all_files') : folderName },
  });
  const labels: readonly (readonly [LinkTarget['kind'], string])[] = [
    ...(folder === '' ? [] : [['here', folderName] as const]),
    ['fetches', t('drive.fetches_folder')],
    ['other', t('drive.tasks.elsewhere')],
  ];
  return {
    parentId: target.kind === 'fetches' ? null : target.kind === 'here' ? folder : target.other.id,
    name: target.kind === 'other' ? target.other.name : (new Map(labels).get(target.kind) ?? ''),
    choice: (
      <LinkTargetChoice
        target={target}
        labels={labels}
        onChoose={setTarget}
        way={way}
        loadFolders={actions.folders}
        makeFolder={isAlone ? makeDriveApi(drive.api).createFolder : actions.change.createFolderIn}
      />
    ),
  };
}

function LinkTargetChoice({ target, labels, onChoose, ...tree }: LinkTargetChoiceProps): ReactNode {
  const { t } = useT();
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="mb-1 text-sm font-semibold">{t('drive.tasks.target')}</legend>
      {labels.map(([kind, label]) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="target"
            className="checkbox flex-none"
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
