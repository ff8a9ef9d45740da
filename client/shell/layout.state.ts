/**
 * The layout's flags (spec 2.8) as signals. They are in the document, which the page script and the browser's popovers change;
 * this state follows. Loaded on demand. The other flags: docs/decisions/0002-left-out-of-the-specification.md.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { isPopoverOpen } from '#client/ui/popover.ts';
import { SIDEBAR_ID } from './sidebar-id.ts';

export interface LayoutState {
  readonly sidebarMobileVisible: ReadonlySignal<boolean>;
  readonly isMobile: ReadonlySignal<boolean>;
  /** The places stand as icons alone. */
  readonly isCollapse: ReadonlySignal<boolean>;
  /** Opens the places: over the page on a phone, in their full width elsewhere. */
  showSidebar(): void;
}

/** Spec 2.8. */
const MOBILE = '(max-width: 768px)';

function followMedia(query: string, change: () => void): void {
  matchMedia(query).addEventListener('change', change);
}

function followAttribute(element: Element | null, name: string, change: () => void): void {
  if (element) new MutationObserver(change).observe(element, { attributes: true, attributeFilter: [name] });
}

export function makeLayoutState(page: Document): LayoutState {
  const sidebar = page.getElementById(SIDEBAR_ID);
  const shell = page.querySelector<HTMLElement>('[data-shell]');

  /** @param read  reads the document. @returns the flag, and a function that reads it again */
  function flagOf(read: () => boolean): [ReadonlySignal<boolean>, () => void] {
    const flag = signal(read());
    return [
      flag,
      () => {
        flag.value = read();
      },
    ];
  }

  const [sidebarMobileVisible, lookAtSidebar] = flagOf(() => sidebar !== null && isPopoverOpen(sidebar));
  sidebar?.addEventListener('toggle', lookAtSidebar);
  const [isMobile, lookAtWidth] = flagOf(() => matchMedia(MOBILE).matches);
  followMedia(MOBILE, lookAtWidth);
  const [isCollapse, lookAtShell] = flagOf(() => shell?.dataset['sidebar'] === 'narrow');
  followAttribute(shell, 'data-sidebar', lookAtShell);

  return {
    sidebarMobileVisible,
    isMobile,
    isCollapse,
    showSidebar() {
      if (isMobile.value) {
        if (sidebar && !sidebarMobileVisible.value && 'showPopover' in sidebar) sidebar.showPopover();
      } else if (isCollapse.value) {
        page.querySelector<HTMLElement>('[data-sidebar-toggle]')?.click();
      }
    },
  };
}
