import { expect, test, vi } from 'vitest';
import { JUMP_TO_VIP, jumpToVip } from './jump-to-vip.ts';

function viewOf(userAgent: string) {
  const events = new EventTarget();
  const postMessage = vi.fn();
  const heard = vi.fn();
  events.addEventListener(JUMP_TO_VIP, (event) => heard((event as CustomEvent<unknown>).detail));
  const view = {
    navigator: { userAgent },
    location: { pathname: '/drive/all' },
    dispatchEvent: (event: Event) => events.dispatchEvent(event),
    magpieNative: { postMessage },
  };
  return { view, postMessage, heard };
}

test('a pressed link to plans is published on the window, and told to no shell in a browser', () => {
  const { view, postMessage, heard } = viewOf('Mozilla/5.0 Chrome/140');
  jumpToVip('/drive/payment', view);
  expect(heard).toHaveBeenCalledExactlyOnceWith({ from: '/drive/all', to: '/drive/payment' });
  expect(postMessage).not.toHaveBeenCalled();
});

test('the native app around the page is told where the link leads', () => {
  const { view, postMessage } = viewOf('Mozilla/5.0 Magpie/2.1.0 (Android)');
  jumpToVip('/drive/payment/storage', view);
  expect(JSON.parse(postMessage.mock.calls[0]?.[0] as string)).toEqual({
    method: 'event.jump_to_vip',
    params: { from: '/drive/all', to: '/drive/payment/storage' },
  });
});
