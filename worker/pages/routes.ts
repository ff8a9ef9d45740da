/** Page addresses -> pages. Patterns come from shared/routes.ts; nothing else spells one. */
import { Hono } from 'hono';
import { LOCALES } from '#shared/locale/tags.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { accountPage, accountPost, picturePost } from './account.page.tsx';
import { accountEndedPage, accountUndoPage, accountUndoPost } from './account-end.page.tsx';
import { apiDocsPage, openApiFile } from './api-docs.page.tsx';
import { signInPage, signInPost, signOutPost } from './auth.page.tsx';
import { authSuccessPage } from './auth-success.page.tsx';
import { authorizePage, authorizePost } from './authorize.page.tsx';
import { codePageGet, codePagePost } from './code.page.tsx';
import { devicePage, devicePost } from './device.page.tsx';
import { drivePage } from './drive.page.tsx';
import { exportPage } from './export.page.tsx';
import { homePage } from './home.page.tsx';
import { humanCheckPage } from './human-check.page.tsx';
import { loadingPage } from './loading.page.tsx';
import { mailboxPage } from './mailbox.page.tsx';
import { passkeyPage, passkeyPost } from './passkey.page.tsx';
import { securityPage, securityPost } from './security.page.tsx';
import type { PageDeps } from './services.ts';
import { sharePage, sharePost } from './share.page.tsx';
import { shellPage, shellPost, wearShell } from './shell.page.tsx';

function pattern(id: RouteId): string {
  return ROUTES[id].replace(/\/\{\w+\*\}$/, '/*').replace(/\{(\w+)\}/g, ':$1');
}

export function makePages(deps: PageDeps): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  if (deps.config.demo) pages.use(wearShell);
  pages.get(pattern('home'), (c) => homePage(c, deps));
  for (const tag of LOCALES) pages.get(`/${tag}`, (c) => homePage(c, deps));
  pages.get(pattern('auth.sign-in'), (c) => signInPage(c, deps));
  pages.get(pattern('drive.login'), (c) => signInPage(c, deps, 'drive'));
  pages.post(pattern('auth.sign-in'), (c) => signInPost(c, deps));
  pages.get(pattern('auth.authorize'), (c) => authorizePage(c, deps));
  pages.post(pattern('auth.authorize'), (c) => authorizePost(c, deps));
  pages.get(pattern('auth.device'), (c) => devicePage(c, deps));
  pages.post(pattern('auth.device'), (c) => devicePost(c, deps));
  pages.post(pattern('auth.sign-out'), (c) => signOutPost(c, deps));
  pages.get(pattern('auth.sign-up'), (c) => codePageGet(c, deps, 'sign-up'));
  pages.post(pattern('auth.sign-up'), (c) => codePagePost(c, deps, 'sign-up'));
  pages.get(pattern('auth.reset'), (c) => codePageGet(c, deps, 'reset'));
  pages.post(pattern('auth.reset'), (c) => codePagePost(c, deps, 'reset'));
  pages.get(pattern('auth.success'), (c) => authSuccessPage(c, deps));
  for (const tag of LOCALES) pages.get(`/${tag}${ROUTES['auth.success']}`, (c) => authSuccessPage(c, deps));
  if (deps.config.demo) {
    pages.get(pattern('dev.mailbox'), (c) => mailboxPage(c, deps));
    pages.get(pattern('dev.shell'), (c) => shellPage(c));
    pages.post(pattern('dev.shell'), (c) => shellPost(c, deps));
  }
  pages.get(pattern('auth.passkey'), (c) => passkeyPage(c, deps));
  pages.post(pattern('auth.passkey'), (c) => passkeyPost(c, deps));
  pages.get(pattern('account.settings'), (c) => accountPage(c, deps));
  pages.post(pattern('account.settings'), (c) => accountPost(c, deps));
  pages.post(pattern('account.picture'), (c) => picturePost(c, deps));
  pages.get(pattern('account.ended'), (c) => accountEndedPage(c));
  pages.get(pattern('account.undo'), (c) => accountUndoPage(c));
  pages.post(pattern('account.undo'), (c) => accountUndoPost(c, deps));
  pages.get(pattern('account.security'), (c) => securityPage(c, deps));
  pages.post(pattern('account.security'), (c) => securityPost(c, deps));
  pages.get(pattern('account.export'), (c) => exportPage(c, deps));
  pages.get(pattern('shield.check'), (c) => humanCheckPage(c, deps));
  pages.get(pattern('shield.loading'), (c) => loadingPage(c));
  pages.get('/drive', (c) => c.redirect(ROUTES['drive.all'], 302));
  pages.get(pattern('drive.all'), (c) => drivePage(c, deps, 'all'));
  pages.get(pattern('drive.folder'), (c) => drivePage(c, deps, 'all'));
  pages.get(pattern('drive.trash'), (c) => drivePage(c, deps, 'trash'));
  for (const id of ['share.open', 'share.folder'] as const) {
    pages.get(pattern(id), (c) => sharePage(c, deps));
    pages.post(pattern(id), (c) => sharePost(c, deps));
  }
  pages.get(pattern('docs.api'), (c) => apiDocsPage(c));
  pages.get(pattern('docs.openapi'), (c) => openApiFile(c, deps));
  return pages;
}
