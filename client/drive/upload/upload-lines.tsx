/** Lines of uploads in a list, drawn when the list around them is: running ones first, those that are done folded below. */
import { ChevronRight } from 'lucide-react';
import { type ComponentType, type ReactNode, type RefObject, useState } from 'react';
import type { UploadPhase } from '#client/transfer/upload/upload-item.ts';
import type { UploadList } from '#client/transfer/upload/upload-list.state.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';
import type { LineWindowProps } from './line-window.tsx';
import { UploadLine } from './upload-line.tsx';

const loadWindow = () =>
  import('./line-window.tsx').then(({ LineWindow }): ComponentType<LineWindowProps> => LineWindow);

/** A longer list draws only visible lines. */
const LONG_LINES = 30;
/** Key of the line that folds and unfolds finished uploads; no upload has it. */
const FINISHED = 'finished';

export interface UploadLinesProps {
  drive: DriveContext;
  list: UploadList;
  /** Phases of the uploads that are shown, in this order. */
  phases: readonly UploadPhase[];
  /** Finished uploads are always shown. */
  isUnfolded?: boolean;
  isOffline: boolean;
  /** The element that scrolls; null: the page. */
  box: RefObject<HTMLElement | null> | null;
}

export function UploadLines({ drive, list, phases, isUnfolded = false, isOffline, box }: UploadLinesProps): ReactNode {
  const [isFinishedShown, setFinishedShown] = useState(false);
  const open = list.ids(...phases);
  const done = phases.includes('done') ? list.ids('settled') : [];
  const isShown = isUnfolded || isFinishedShown;
  const keys = [...open, ...(isUnfolded || done.length === 0 ? [] : [FINISHED]), ...(isShown ? done : [])];
  const isLong = keys.length > LONG_LINES;
  const Window = useLate(isLong, loadWindow);
  const draw = (key: string) => {
    if (key === FINISHED)
      return (
        <Finished count={done.length} isShown={isFinishedShown} onPress={() => setFinishedShown(!isFinishedShown)} />
      );
    const item = list.get(key);
    return item ? <UploadLine item={item} drive={drive} isOffline={isOffline} /> : null;
  };
  if (isLong && Window) return <Window keys={keys} draw={draw} box={box} />;
  return (
    <ul>
      {keys.slice(0, LONG_LINES).map((key) => (
        <li key={key} className="border-t border-line first:border-t-0">
          {draw(key)}
        </li>
      ))}
    </ul>
  );
}

function Finished({ count, isShown, onPress }: { count: number; isShown: boolean; onPress: () => void }): ReactNode {
  const { tn } = useT();
  return (
    <button
      type="button"
      aria-expanded={isShown}
      data-finished
      className="flex min-h-11 w-full cursor-pointer items-center gap-1 px-4 text-start text-xs font-semibold text-muted"
      onClick={onPress}
    >
      <ChevronRight size={16} className={isShown ? 'rotate-90' : 'rtl:rotate-180'} aria-hidden="true" />
      {tn('drive.transfer.finished', count)}
    </button>
  );
}
