/** Scripts of parts that few pages have. Loaded where one of them is (start-page.ts). */

export function watchRareParts(page: Document): void {
  const push = page.querySelector<HTMLElement>('[data-push]');
  if (push) void import('../account/push.ts').then(({ watchPush }) => watchPush(push));
  const collecting = page.querySelector<HTMLFormElement>('form[data-collect]');
  if (collecting) void import('../collect/collect.ts').then(({ watchCollect }) => watchCollect(collecting));
  if (page.querySelector('[data-send]'))
    void import('../collect/send-link.ts').then(({ watchSend }) => watchSend(page, navigator));
  if (page.querySelector('[data-try-hosts]')) void import('../ops/try-hosts.ts').then(({ tryHosts }) => tryHosts(page));
  if (page.querySelector('[data-document-form]'))
    void import('../ops/document-form.ts').then(({ watchDocumentForm }) => watchDocumentForm(page));
  if (page.querySelector('[data-self-test]'))
    void import('../site/self-test.ts').then(({ runSelfTest }) => runSelfTest(page));
}
