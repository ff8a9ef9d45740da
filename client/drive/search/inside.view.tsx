/**
 * Files that hold the words of a search inside, below those found by name. Asked for once the names are shown, so that names never wait.
 * Without an answer, and where the installation does not search inside files, nothing is shown. Loaded with the first search.
 */
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { wireKinds } from '#shared/drive/kinds.ts';
import { type DriveRow, foundRowOf, iconKindOf } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import { parseQuery, plainText, problemOf } from '#shared/find/query.ts';
import { isLarge } from '#shared/islands.ts';
import type { DriveContext } from '../drive.context.ts';
import { LIST_CLASS } from '../listing/listing.view.tsx';
import { markedHref, pathLabel } from '../listing/location-label.ts';
import { MarkedName } from '../listing/row.view.tsx';
import { KindIcon } from '../pictures/kind-icon.view.tsx';
import { insideTerms, piecesOfLine } from './inside-line.ts';

export interface InsideProps {
  drive: DriveContext;
}

interface InsideRow {
  readonly row: DriveRow;
  /** Of its line; every second one, from the second on, is a match. */
  readonly pieces: readonly string[];
}

const ROWS = 20;
/** After the names, ms: a word that is still being typed is not looked for. */
const PAUSE_MS = 250;
/** An answer within this time after the names needs no loading state, ms. */
const SLOW_MS = 1_000;

/** @returns null where the installation does not search inside files */
async function findInside(
  { api, state }: DriveContext,
  text: string,
  signal: AbortSignal,
): Promise<readonly InsideRow[] | null> {
  const query = {
    q: text,
    kind: wireKinds(state.kind.peek()).join(','),
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    limit: ROWS,
    inside: 'only' as const,
  };
  const { inside } = await api.call(browserContract.search, { query, signal, isBackground: true });
  const terms = insideTerms(text);
  return inside?.map((file) => ({ row: foundRowOf(file), pieces: piecesOfLine(file.line, terms) })) ?? null;
}

/** The newest answer; the one before it stays until then. An answer to an older search is dropped. */
function useInside(drive: DriveContext): { readonly rows: readonly InsideRow[]; readonly isSlow: boolean } {
  const { query, shownListing, kind } = drive.state;
  const [rows, setRows] = useState<readonly InsideRow[]>([]);
  const [isSlow, setSlow] = useState(false);
  const isOff = useRef(false);
  const text = query.value;
  const shown = shownListing.value;
  const isShown = shown.query === text || shown.query === plainText(text);
  const narrowed = kind.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another listing and another kind are asked for anew
  useEffect(() => {
    if (!isShown || isOff.current) return;
    if (insideTerms(text).length === 0 || problemOf(parseQuery(text))) {
      setRows([]);
      return;
    }
    const control = new AbortController();
    const end = (found: readonly InsideRow[]) => {
      clearTimeout(slow);
      if (control.signal.aborted) return;
      setRows(found);
      setSlow(false);
    };
    const slow = setTimeout(() => setSlow(true), SLOW_MS);
    const pause = setTimeout(() => {
      findInside(drive, text, control.signal).then(
        (found) => {
          isOff.current = found === null;
          end(found ?? []);
        },
        // The names are there.
        () => end([]),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      clearTimeout(slow);
      control.abort();
    };
  }, [drive, text, narrowed, shown, isShown]);
  return { rows, isSlow };
}

export function InsideFiles({ drive }: InsideProps): ReactNode {
  const { status, hasLeft, view } = drive.state;
  const { t } = useT();
  const { rows, isSlow } = useInside(drive);
  const id = useId();
  const isReady = status.value === 'ready' && !hasLeft.value && !isLarge(view.value);
  if (!isReady || (rows.length === 0 && !isSlow)) return null;
  return (
    <section aria-labelledby={id} aria-busy={isSlow || undefined} className="mt-8">
      <h2 id={id} className="mb-2 px-1 text-base">
        {t('drive.search.inside')}
      </h2>
      {isSlow ? (
        <p role="status" className="px-1 text-sm text-muted">
          {t('drive.search.inside_wait')}
        </p>
      ) : (
        <ul className={LIST_CLASS}>
          {rows.map((found) => (
            <InsideLine key={found.row.id} {...found} onOpen={() => drive.actions.handlers.openFile(found.row.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function InsideLine({ row, pieces, onOpen }: InsideRow & { onOpen: () => void }): ReactNode {
  const translator = useT();
  const name = shownName(row, translator);
  return (
    <li className="flex gap-3 border-t border-line px-3 py-2 first:border-t-0">
      <KindIcon kind={iconKindOf(row)} className="size-6 flex-none pointer-coarse:mt-2" />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="block max-w-full cursor-pointer rounded-sm text-start font-medium leading-snug hover:underline pointer-coarse:min-h-11"
          title={name}
          onClick={onOpen}
        >
          <MiddleName name={name} />
        </button>
        <a
          className="block w-fit max-w-full truncate rounded-sm py-1 text-xs text-muted hover:underline"
          href={markedHref(row)}
        >
          {pathLabel(row.path, translator)}
        </a>
        <p className="line-clamp-2 text-sm wrap-anywhere empty:hidden" dir="auto">
          <MarkedName pieces={pieces} />
        </p>
      </div>
    </li>
  );
}
