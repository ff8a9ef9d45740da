/** Messages of the extension by the names that its files use -> texts of the site. The build makes `_locales` of them. */
import type { MessageKey } from '#shared/locale/keys.gen.ts';

export const EXTENSION_MESSAGES = {
  description: 'site.extension.description',
  save_link: 'site.extension.save_link',
  save_picture: 'site.extension.save_picture',
  save_page: 'site.extension.save_page',
  save_page_short: 'site.extension.save_page_short',
  open_drive: 'site.home.open',
  tasks: 'site.extension.tasks',
  sign_in: 'ui.shell.sign_in',
  sign_out: 'ui.person.sign_out',
  out: 'site.extension.out',
  waiting: 'site.extension.waiting',
  signed_in: 'site.extension.signed_in',
  shares: 'site.extension.shares',
  saving: 'site.extension.saving',
  started: 'site.extension.started',
  saved: 'site.extension.saved',
  failed: 'site.extension.failed',
  ended: 'site.extension.ended',
  unreachable: 'site.extension.unreachable',
  not_web: 'site.extension.not_web',
} as const satisfies Readonly<Record<string, MessageKey>>;
