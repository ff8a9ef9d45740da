/**
 * The layout's flags (spec 2.8) as signals. What is true stands in the document: the small script and the browser's own
 * popovers change it, this store follows. Loaded when something first asks.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ServerClock } from '#client/api/server-clock.ts';
import { isPopoverOpen } from '#client/ui/popover.ts';
import { SIDEBAR_ID } from './sidebar.view.tsx';

export interface LayoutState {
  readonly sidebarMobileVisible: ReadonlySignal<boolean>;
  readonly i18nMenuPopoverVisible: ReadonlySignal<boolean>;
  readonly isMobile: ReadonlySignal<boolean>;
  readonly darkMode: ReadonlySignal<boolean>;
  /** Epoch ms; follows the answers of the API. */
  readonly serverTime: ReadonlySignal<number>;
  /** The places stand as icons alone. */
  readonly isCollapse: ReadonlySignal<boolean>;
  /** Opens the places: over the page on a phone, in their full width elsewhere. */
  showSidebar(): void;
}

/** Spec 2.8. */
const MOBILE = '(max-width: 768px)';
const DARK = '(prefers-color-scheme: dark)';

function followMedia(query: string, change: () => void): void {
  matchMedia(query).addEventListener('change', change);
}

function followAttribute(element: Element | null, name: string, change: () => void): void {
  if (element) new MutationObserver(change).observe(element, { attributes: true, attributeFilter: [name] });
}

export function makeLayoutState(page: Document, clock: Pick<ServerClock, 'watch'>): LayoutState {
  const root = page.documentElement;
  const sidebar = page.getElementById(SIDEBAR_ID);
  const languages = page.querySelector<HTMLDetailsElement>('details[data-part="languages"]');
  const shell = page.querySelector<HTMLElement>('[data-shell]');

  /** @param read  what the document says now. @returns the flag, and what makes it read again */
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
  const [i18nMenuPopoverVisible, lookAtLanguages] = flagOf(() => languages?.open ?? false);
  languages?.addEventListener('toggle', lookAtLanguages);
  const [isMobile, lookAtWidth] = flagOf(() => matchMedia(MOBILE).matches);
  followMedia(MOBILE, lookAtWidth);
  const [darkMode, lookAtTheme] = flagOf(() =>
    root.dataset['theme'] ? root.dataset['theme'] === 'dark' : matchMedia(DARK).matches,
  );
  followMedia(DARK, lookAtTheme);
  followAttribute(root, 'data-theme', lookAtTheme);
  const [isCollapse, lookAtShell] = flagOf(() => shell?.dataset['sidebar'] === 'narrow');
  followAttribute(shell, 'data-sidebar', lookAtShell);
  const serverTime = signal(0);
  clock.watch((ms) => {
    serverTime.value = ms;
  });

  return {
    sidebarMobileVisible,
    i18nMenuPopoverVisible,
    isMobile,
    darkMode,
    serverTime,
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
