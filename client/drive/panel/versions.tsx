/** Versions of a file, among its details. */
import { Download, FileUp, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { When } from '#client/ui/when.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { VersionList } from '../details/versions.actions.ts';
import type { DriveContext } from '../drive.context.ts';
import type { Version } from '../drive.state.ts';
import { askForFiles } from '../upload/ask-for-files.ts';

/** A selection that moves row by row loads versions once it has not changed for this long. */
const REST_MS = 120;

interface VersionsRequest {
  readonly of: string;
  /** The version turn when the list was requested. */
  readonly turn: number;
  /** Null: the list could not be loaded. */
  readonly list: VersionList | null;
}

/** Loads the versions again after each refresh of the list, so that changes made elsewhere show here too. */
function useVersions(drive: DriveContext, row: DriveRow) {
  const { versions } = drive.actions;
  const [asked, setAsked] = useState<VersionsRequest | null>(null);
  const [turn, setTurn] = useState(0);
  const of = row.id;
  const listed = drive.state.rows.value;
  const now = drive.state.versionTurn.value;
  const linesRef = useRef<HTMLUListElement>(null);
  const headRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for the row; `listed` and `turn` ask once more
  useEffect(() => {
    let isMine = true;
    const put = (list: VersionList | null) => {
      if (!isMine) return;
      const hadFocus = linesRef.current?.contains(document.activeElement);
      flushSync(() => setAsked({ of, turn: now, list }));
      // The version with the focus is gone.
      if (hadFocus && document.activeElement === document.body) headRef.current?.focus();
    };
    const timer = setTimeout(() => void versions.list(row, '').then(put, () => put(null)), REST_MS);
    return () => {
      isMine = false;
      clearTimeout(timer);
    };
  }, [versions, of, listed, now, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  async function more(): Promise<void> {
    const list = asked?.list;
    if (!list) return;
    const next = await versions.list(row, list.nextPageToken).catch(() => null);
    setAsked({ of, turn: now, list: next && { ...next, versions: [...list.versions, ...next.versions] } });
  }
  return { asked: asked?.of === of ? asked : null, isOld: asked?.turn !== now, again, more, linesRef, headRef };
}

export function Versions({ drive, row }: { drive: DriveContext; row: DriveRow }): ReactNode {
  const { t } = useT();
  const headId = useId();
  const { asked, isOld, again, more, linesRef, headRef } = useVersions(drive, row);
  const list = asked?.list;
  return (
    <section aria-labelledby={headId} className="mt-6 border-t border-line pt-5">
      <h3 id={headId} ref={headRef} tabIndex={-1} className="mb-2 text-sm font-semibold">
        {t('drive.versions.title')}
      </h3>
      {asked === null ? (
        <p role="status" className="text-sm text-muted">
          {t('ui.loading')}
        </p>
      ) : list ? (
        <>
          <ul ref={linesRef}>
            {list.versions.map((version) => (
              <Line key={version.id} drive={drive} row={row} version={version} isOld={isOld} />
            ))}
          </ul>
          {list.nextPageToken === '' ? null : (
            <Button size="sm" onClick={() => void more()}>
              {t('drive.page.more')}
            </Button>
          )}
          <p className="mt-2 mb-3 text-xs text-muted">
            {t(list.versions.length === 0 ? 'drive.versions.none' : 'drive.versions.hint')}
          </p>
          <Button size="sm" icon={<FileUp size={18} aria-hidden="true" />} onClick={() => uploadNew(drive, row)}>
            {t('drive.versions.new')}
          </Button>
        </>
      ) : (
        <div role="status" className="grid justify-items-start gap-2 text-sm">
          <p className="text-muted">{t('drive.versions.failed')}</p>
          <Button size="sm" onClick={again}>
            {t('drive.conflict.again')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Uploads a file as the new content of this one, whatever its name. */
function uploadNew(drive: DriveContext, row: DriveRow): void {
  askForFiles('file', (picked) => {
    const added = picked.flatMap(({ file }) => {
      if (!file) return [];
      const { type, lastModified } = file;
      return { file: new File([file], row.name, { type, lastModified }), folders: [], conflict: 'replace' as const };
    });
    closeSheet(drive);
    drive.uploads.add(added, row.parentId);
  });
}

/** On a narrow window the details cover the uploads and the toast with its undo, so they close. */
function closeSheet({ state, actions }: DriveContext): void {
  if (state.dialog.value?.kind === 'details') actions.ask(null);
}

interface LineProps {
  drive: DriveContext;
  row: DriveRow;
  version: Version;
  /** A newer list is loading: a shown version may be gone. */
  isOld: boolean;
}

function Line({ drive, row, version, isOld }: LineProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { versions } = drive.actions;
  const time = format.dateAndTime(version.modifiedMs);
  // Not `disabled`, which would move the focus away.
  const press = (act: () => void) => ({
    'aria-disabled': isOld || undefined,
    onClick: () => (isOld ? undefined : act()),
  });
  return (
    <li className="flex items-center justify-between border-t border-line py-1 first:border-t-0">
      <p className="py-1 text-sm tabular-nums">
        <When ms={version.modifiedMs} withTime />
        <span className="block text-xs text-muted">{format.bytes(version.sizeBytes)}</span>
      </p>
      <div className="-me-2 flex flex-none">
        <IconButton
          label={t('drive.versions.download', { time })}
          icon={<Download size={18} aria-hidden="true" />}
          {...press(() => void versions.download(row, version))}
        />
        <IconButton
          label={t('drive.versions.restore', { time })}
          icon={<RotateCcw size={18} aria-hidden="true" />}
          {...press(() => {
            closeSheet(drive);
            void versions.restore(row, version);
          })}
        />
        <IconButton
          label={t('drive.versions.delete', { time })}
          icon={<Trash2 size={18} aria-hidden="true" />}
          {...press(() => drive.actions.ask({ kind: 'delete-version', row, version }))}
        />
      </div>
    </li>
  );
}
