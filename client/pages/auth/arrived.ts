/** The last page of a sign-in: a window opened for it closes; any other window follows the next address. */

export interface ArrivedPorts {
  readonly page: Document;
  /** Whether a script opened this window. */
  readonly isPopup: boolean;
  readonly close: () => void;
  readonly go: (address: string) => void;
}

export function finishSignIn({ page, isPopup, close, go }: ArrivedPorts): void {
  const mark = page.querySelector<HTMLElement>('[data-signed-in]');
  if (!mark) return;
  const next = mark.dataset.goOn ?? '';
  if (isPopup) close();
  else if (next !== '') go(next);
}
