/** The page of a link that collects files, with script. */
import { watchForm } from '#client/transfer/sending/watch-form.ts';
import { visitOf } from './visit.ts';

/** Corrects the time of the server, which may not know where the visitor is. */
async function showLocalTime(time: HTMLTimeElement): Promise<void> {
  const { makeFormat } = await import('#shared/locale/format.ts');
  const { isLocale } = await import('#shared/locale/tags.ts');
  const { lang } = document.documentElement;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (isLocale(lang)) time.textContent = makeFormat(lang, timeZone).dateAndTime(Date.parse(time.dateTime));
}

export function watchCollect(form: HTMLFormElement): void {
  const time = document.querySelector<HTMLTimeElement>('time[data-local]');
  if (time) void showLocalTime(time);
  const files = form.querySelector('[data-sending-first]');
  if (files) form.prepend(files);
  const visit = visitOf(form, window, () => Date.now());
  async function load() {
    const [{ makeSending }, { makeVisitorSender }] = await Promise.all([
      import('#client/transfer/sending/send-files.ts'),
      import('./visitor-sender.ts'),
    ]);
    return makeSending(form, makeVisitorSender(form, visit));
  }
  watchForm(form, { isKnown: visit.isKnown, isImmediate: false, load });
}
