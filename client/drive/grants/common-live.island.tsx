/** Draws nothing: follows changes of folders in common, and sends files into them, once the page is idle. */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { scope } from '#client/scope.ts';

export default function CommonLiveIsland(): ReactNode {
  useEffect(() => {
    const { api } = scope();
    void import('./follow-common.ts').then(({ followCommon, refreshCommon }) => {
      followCommon(api);
      const form = document.querySelector<HTMLFormElement>('form[data-sending-to]');
      if (form) void import('./watch-sending.ts').then(({ watchSending }) => watchSending(form, api, refreshCommon));
    });
  }, []);
  return null;
}
