import { expect, test, vi } from 'vitest';
import { jumpToVip } from './jump-to-vip.ts';

function viewOf(userAgent: string) {
  const postMessage = vi.fn();
  const view = {
    navigator: { userAgent },
    location: { pathname: '/drive/all' },
    magpieNative: { postMessage },
  };
  return { view, postMessage };
}

test('a pressed link to plans is sent to no app in a browser', () => {
  const { view, postMessage } = viewOf('Mozilla/5.0 Chrome/140');
  jumpToVip('/drive/payment', view);
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
