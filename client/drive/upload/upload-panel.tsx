/**
 * Running transfers: progress, speed, problems and buttons. A card in the corner of a desktop, a bar at the foot on a phone. The page keeps
 * its height free (`--transfers`), so that it covers nothing.
 */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { TransferState } from '#client/transfer/upload/upload.state.ts';
import { IconButton } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';
import { UploadLines } from './upload-lines.tsx';
import { AllButton, Foot, Headline, ORDER, Pace, useOffline } from './upload-summary.tsx';
import { usePaced } from './use-paced.ts';

interface PanelProps {
  drive: DriveContext;
  transfers: TransferState;
}

const loadFullNotice = () =>
  import('../dialogs/limit-dialog.tsx').then(({ FullNotice }): ComponentType<PanelProps> => FullNotice);
const loadDownloads = () =>
  import('./download-lines.tsx').then(({ DownloadLines }): ComponentType<{ drive: DriveContext }> => DownloadLines);

/** A panel whose transfers all ended without a problem closes after this time, ms. */
const CLOSING_MS = 8_000;
/** More lines than the panel shows at once, about. */
const MANY_LINES = 6;
/** Writes the height of the panel into the page's style: the list, details and toasts end above it. */
function useReservedHeight(ref: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const panel = ref.current;
    const { style } = document.documentElement;
    if (!panel || !isShown) return;
    const watch = new ResizeObserver(() => style.setProperty('--transfers', `${panel.offsetHeight}px`));
    watch.observe(panel);
    return () => {
      watch.disconnect();
      style.removeProperty('--transfers');
    };
  }, [ref, isShown]);
}

/** Closes the panel once all transfers have ended, unless the user is in it. */
function useClosing({ uploads }: DriveContext, ref: RefObject<HTMLElement | null>, isDone: boolean): void {
  useEffect(() => {
    if (!isDone) return;
    const timer = setInterval(() => {
      const isHere = ref.current?.matches(':hover, :focus-within, :has([data-finished][aria-expanded=true])') ?? false;
      // A conflict question of the next upload leaves the list unchanged.
      const isUsed = isHere || document.querySelector('dialog[open]') !== null;
      if (!isUsed) uploads.clear();
    }, CLOSING_MS);
    return () => clearInterval(timer);
  }, [uploads, ref, isDone]);
}

export function UploadPanel({ drive, transfers }: PanelProps): ReactNode {
  const { t } = useT();
  const { uploads, downloads } = drive;
  const { list } = transfers;
  usePaced(list.version);
  const ref = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const isOffline = useOffline(list);
  const saved = downloads.items.value;
  const DownloadLines = useLate(saved.length > 0, loadDownloads);
  const summary = transfers.summary.peek();
  const { spaceless, settled } = list.totals();
  const isOpen = transfers.isOpen.value;
  const isFull = spaceless > 0;
  const FullNotice = useLate(isFull, loadFullNotice);
  const isShown = list.count + saved.length > 0;
  useReservedHeight(ref, isShown);
  useClosing(drive, ref, isShown && saved.length === 0 && settled === list.count);
  if (!isShown) return null;
  // It keeps its height while the lines of many files come and go.
  const isSteady = isOpen && list.count > MANY_LINES;
  const isDone = settled === list.count;
  const label = t(saved.length > 0 ? 'drive.transfer.both.label' : 'drive.transfer.label');
  const isSaving = saved.some(({ phase }) => ['running', 'offline', 'paused', 'unfinished'].includes(phase));
  return (
    <section
      ref={ref}
      aria-label={label}
      data-transfers
      data-done={summary.done}
      data-undone={list.count - summary.done}
      className={`transfers fixed z-20 grid max-h-[60dvh] grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden border border-line bg-raised md:end-4 md:bottom-4 md:w-104 md:rounded-lg md:shadow-lg max-md:inset-x-0 max-md:border-x-0 ${isFull ? 'max-md:max-h-[calc(100dvh-9rem)]' : 'max-md:max-h-[45dvh]'}${isSteady ? ' h-96' : ''}`}
    >
      <div className="flex items-center gap-1 py-1 ps-4 pe-1">
        <div className="min-w-0 flex-1 py-2">
          {saved.length > 0 ? <SavingHeadline isSaving={isSaving} /> : null}
          {list.count > 0 ? <Headline summary={summary} /> : null}
          <Pace summary={summary} transfers={transfers} isOffline={isOffline} />
        </div>
        <AllButton drive={drive} summary={summary} />
        <IconButton
          label={t(
            saved.length > 0
              ? isOpen
                ? 'drive.transfer.both.hide'
                : 'drive.transfer.both.show'
              : isOpen
                ? 'drive.transfer.hide'
                : 'drive.transfer.show',
          )}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronDown size={20} aria-hidden="true" /> : <ChevronUp size={20} aria-hidden="true" />}
          onClick={() => {
            transfers.isOpen.value = !isOpen;
          }}
        />
        {summary.active + summary.paused === 0 && !isSaving ? (
          <IconButton
            label={t('drive.transfer.clear')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={() => {
              uploads.clear();
              if (saved.length > 0) downloads.run((engine) => engine.clear());
            }}
          />
        ) : null}
      </div>
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there are none
        <div ref={box} role="group" className="overflow-y-auto border-t border-line" tabIndex={0} aria-label={label}>
          {isFull && FullNotice ? <FullNotice drive={drive} transfers={transfers} /> : null}
          {DownloadLines ? <DownloadLines drive={drive} /> : null}
          <UploadLines
            drive={drive}
            list={list}
            phases={ORDER}
            isUnfolded={isSteady && isDone}
            isOffline={isOffline}
            box={box}
          />
        </div>
      ) : null}
      {isOpen ? <Foot drive={drive} transfers={transfers} summary={summary} /> : null}
    </section>
  );
}

function SavingHeadline({ isSaving }: { isSaving: boolean }): ReactNode {
  const { t } = useT();
  return (
    <p role="status" className="text-sm font-semibold">
      {t(isSaving ? 'drive.download.running' : 'drive.download.ended')}
    </p>
  );
}
