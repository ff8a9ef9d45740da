/**
 * Popovers, also without browser support (before Safari 17 and Firefox 125): there an open menu is visible where its style puts it,
 * and gets the same events to close.
 */
const none = () => undefined;

/** @returns what ends the watching that a browser without popovers needs */
export function openPopover(element: HTMLElement): () => void {
  if ('showPopover' in element) {
    if (!isPopoverOpen(element)) element.showPopover();
    return none;
  }
  const control = new AbortController();
  const { signal } = control;
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Node && (element as Node).contains(target))) closePopover(element);
    },
    { signal },
  );
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && closePopover(element), { signal });
  return () => control.abort();
}

export function isPopoverOpen(element: Element): boolean {
  return 'showPopover' in element && element.matches(':popover-open');
}

export function closePopover(element: HTMLElement): void {
  if ('hidePopover' in element) element.hidePopover();
  else (element as Node).dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }));
}
