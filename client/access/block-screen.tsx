/** Dialog over the whole page once the visit is closed. It cannot be dismissed. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { openModal } from '#client/ui/open-modal.ts';
import type { AccessBlock } from './access.state.ts';
import { BlockView } from './block.view.tsx';

export interface BlockScreenProps {
  block: AccessBlock;
  contactHref: string;
  /** Asks the domains again and ignores the stored answer. */
  onRetry: () => void;
}

export function BlockScreen({ block, contactHref, onRetry }: BlockScreenProps): ReactNode {
  const { t, locale } = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const isRegion = block.reason === 'region';
  const country =
    block.country === '' ? '' : (new Intl.DisplayNames([locale], { type: 'region' }).of(block.country) ?? '');

  useEffect(() => {
    if (ref.current?.open === false) openModal(ref.current);
  }, []);

  return (
    <dialog
      ref={ref}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-auto border-0 bg-paper p-0 text-ink"
      aria-label={t(isRegion ? 'access.region.title' : 'access.address.title')}
      closedby="none"
      // Browsers without `closedby` close at a second Escape, even after preventDefault.
      onCancel={(event) => event.preventDefault()}
      onClose={() => ref.current && openModal(ref.current)}
    >
      <div className="flex min-h-full flex-col">
        <BlockView
          reason={block.reason}
          country={country}
          address=""
          requestId=""
          contactHref={contactHref}
          retryHref={location.pathname}
          onRetry={onRetry}
        />
      </div>
    </dialog>
  );
}
