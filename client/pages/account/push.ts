/** Turns notifications on for this browser: asks for the permission, subscribes, and sends the address by the form of the page. */
import { storeOfflinePage } from '#client/navigation/offline.ts';

type Problem = 'denied' | 'unable' | 'failed';

function show(form: HTMLFormElement, problem: Problem | null): void {
  for (const text of form.querySelectorAll<HTMLElement>('[data-push-problem]'))
    text.hidden = text.dataset['pushProblem'] !== problem;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

async function subscribe(form: HTMLFormElement): Promise<Problem | null> {
  if (!('Notification' in globalThis && 'PushManager' in globalThis && navigator.serviceWorker)) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await storeOfflinePage(document);
  // An installation may have switched its service worker off.
  if (!(await navigator.serviceWorker.getRegistration())) return 'unable';
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(form.dataset['push'] ?? '') };
  // One that was made for another key is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
  for (const [name, value] of Object.entries({ endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value ?? '';
  }
  return null;
}

export function watchPush(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void subscribe(form)
      .catch((): Problem => 'failed')
      .then((problem) => {
        show(form, problem);
        if (problem === null) HTMLFormElement.prototype.submit.call(form);
      });
  });
}
