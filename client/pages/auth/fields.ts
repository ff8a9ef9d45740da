/** Fields and buttons of sign-in forms: Caps Lock hint, the countdown before another code. */

/** Mark of a running countdown. */
const RUNNING = 'running';

/** Listens for all fields inside, also those added later. */
export function watchFields(page: Document | HTMLElement): void {
  for (const name of ['keydown', 'keyup'])
    page.addEventListener(name, (event) => {
      if (event instanceof KeyboardEvent) showCaps(page, event);
    });
  page.addEventListener('focusout', (event) => {
    if (event.target instanceof HTMLInputElement) capsHintOf(page, event.target)?.setAttribute('hidden', '');
  });
}

/** Prepares new elements, once each. */
export function enhance(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-wait-seconds]')) countDown(button);
}

function capsHintOf(page: ParentNode, field: HTMLInputElement): Element | null {
  return field.id === '' ? null : page.querySelector(`[data-caps="${CSS.escape(field.id)}"]`);
}

function showCaps(page: ParentNode, event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLInputElement)) return;
  capsHintOf(page, event.target)?.toggleAttribute('hidden', !event.getModifierState('CapsLock'));
}

/** Formats seconds as 0:42. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Disables the button until the server accepts another code. */
function countDown(button: HTMLButtonElement): void {
  if (button.dataset.wait === RUNNING) return;
  button.dataset.wait = RUNNING;
  const untilMs = Date.now() + Number(button.dataset.waitSeconds) * 1000;
  const clock = button.ownerDocument.createElement('span');
  clock.className = 'tabular-nums';
  clock.setAttribute('aria-hidden', 'true');
  button.append(clock);
  button.disabled = true;
  const tick = (): void => {
    const left = Math.ceil((untilMs - Date.now()) / 1000);
    if (left <= 0) {
      clock.remove();
      button.disabled = false;
      return;
    }
    clock.textContent = clockOf(left);
    setTimeout(tick, 1000);
  };
  tick();
}
