/** Draws nothing: follows changes of folders in common once the page is idle. */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { scope } from '#client/scope.ts';

export default function CommonLiveIsland(): ReactNode {
  useEffect(() => {
    void import('./follow-common.ts').then(({ followCommon }) => followCommon(scope().api));
  }, []);
  return null;
}
