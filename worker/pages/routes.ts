/** Page addresses -> pages. Patterns come from shared/routes.ts; nothing else spells one. */
import { Hono } from 'hono';
import { BUILD_META_PATTERN } from '#shared/navigation/build-meta.ts';
import { LATEST_BUILD_PATH } from '#shared/navigation/latest-build.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { accountPage, accountPost, picturePost } from './account/account.page.tsx';
import { exportPage } from './account/export.page.tsx';
import { securityPage, securityPost } from './account/security.page.tsx';
import { accountEndedPage, accountUndoPage, accountUndoPost } from './account/account-end.page.tsx';
import { signInPage, signInPost, signOutPost } from './auth/auth.page.tsx';
import { authSuccessPage } from './auth/auth-success.page.tsx';
import { authorizePage, authorizePost } from './auth/authorize.page.tsx';
import { codePageGet, codePagePost } from './auth/code.page.tsx';
import { devicePage, devicePost } from './auth/device.page.tsx';
import { humanCheckPage } from './auth/human-check.page.tsx';
import { loadingPage } from './auth/loading.page.tsx';
import { passkeyPage, passkeyPost } from './auth/passkey.page.tsx';
import { blockPage } from './site/block.page.tsx';
import { consolePage } from './demo/console.page.tsx';
import { frameDemoPage } from './demo/frame-demo.page.tsx';
import { mailboxPage } from './demo/mailbox.page.tsx';
import { shellPage, shellPost, wearShell } from './demo/shell.page.tsx';
import { keepHeaderHidden } from './drive/bare-layout.ts';
import { drivePage } from './drive/drive.page.tsx';
import { duplicatesPage, duplicatesPost } from './drive/duplicates.page.tsx';
import { plainDrivePost } from './drive/plain-drive.page.tsx';
import { storagePage, storagePost } from './drive/storage.page.tsx';
import { offlinePage } from './site/offline.page.tsx';
import { documentPage } from './ops/document.page.tsx';
import { documentPost } from './ops/document-post.ts';
import { overviewPage } from './ops/overview.page.tsx';
import { buildMetaFile } from './render/build-meta.ts';
import { runGuards } from './render/guards.ts';
import { latestBuildFile } from './render/latest-build.ts';
import type { PublicHandler } from './render/public-page.tsx';
import { closeNotePost } from './render/published.ts';
import type { PageDeps } from './services.ts';
import { sharePage, sharePost } from './share/share.page.tsx';
import { apiDocsPage, openApiFile } from './site/api-docs.page.tsx';
import { APP_PAGES } from './site/app-pages.ts';
import { contactPage, contactPost } from './site/contact.page.tsx';
import { HELP_PAGES } from './site/help-pages.ts';
import { homePage } from './site/home.page.tsx';
import { MORE_PAGES } from './site/more-pages.ts';
import { robotsFile, sitemapFile } from './site/sitemap.ts';
import { unsubscribePost } from './site/unsubscribe.page.tsx';

function pattern(id: RouteId): string {
  return ROUTES[id].replace(/\/\{\w+\*\}$/, '/*').replace(/\{(\w+)\}/g, ':$1');
}

/** Pages that anyone may see, in the language of their address. */
const PUBLIC_PAGES: Readonly<Partial<Record<RouteId, PublicHandler>>> = { ...HELP_PAGES, ...APP_PAGES, ...MORE_PAGES };

export function makePages(deps: PageDeps): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.get('*', async (c, next) => (await runGuards(c, deps)) ?? (await next()));
  if (deps.config.demo) pages.use(wearShell);
  pages.use('/drive/*', keepHeaderHidden);
  pages.use('/s/*', keepHeaderHidden);
  pages.get(pattern('home'), (c) => homePage(c, deps));
  for (const [id, page] of Object.entries(PUBLIC_PAGES)) pages.get(pattern(id as RouteId), (c) => page(c, deps));
  pages.post(pattern('site.unsubscribe'), (c) => unsubscribePost(c, deps));
  pages.post(pattern('site.contact'), (c) => contactPost(c, deps));
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
  if (deps.config.demo) {
    pages.get(pattern('dev.mailbox'), (c) => mailboxPage(c, deps));
    pages.get(pattern('dev.shell'), (c) => shellPage(c));
    pages.post(pattern('dev.shell'), (c) => shellPost(c, deps));
    pages.get(pattern('dev.frame'), (c) => frameDemoPage(c, deps));
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
  pages.get(pattern('site.blocked'), (c) => blockPage(c, deps));
  pages.get(pattern('shield.check'), (c) => humanCheckPage(c, deps));
  pages.get(pattern('shield.loading'), (c) => loadingPage(c));
  pages.get('/drive', (c) => c.redirect(ROUTES['drive.all'], 302));
  pages.get(pattern('drive.folder'), (c) => drivePage(c, deps, 'all'));
  pages.get(pattern('drive.feedback'), (c) => contactPage(c, deps, 'feedback'));
  pages.post(pattern('drive.feedback'), (c) => contactPost(c, deps, 'feedback'));
  pages.post(pattern('drive.folder'), (c) => plainDrivePost(c, deps, 'all'));
  for (const place of ['all', 'trash', 'recent', 'starred', 'search'] as const) {
    pages.get(pattern(`drive.${place}`), (c) => drivePage(c, deps, place));
    pages.post(pattern(`drive.${place}`), (c) => plainDrivePost(c, deps, place));
  }
  pages.get(pattern('drive.storage'), (c) => storagePage(c, deps));
  pages.post(pattern('drive.storage'), (c) => storagePost(c, deps));
  pages.get(pattern('drive.duplicates'), (c) => duplicatesPage(c, deps));
  pages.post(pattern('drive.duplicates'), (c) => duplicatesPost(c, deps));
  for (const id of ['share.open', 'share.folder'] as const) {
    pages.get(pattern(id), (c) => sharePage(c, deps));
    pages.post(pattern(id), (c) => sharePost(c, deps));
  }
  pages.get(pattern('site.map'), (c) => sitemapFile(c, deps));
  pages.get(pattern('site.robots'), (c) => robotsFile(c, deps));
  pages.get(pattern('site.offline'), (c) => offlinePage(c));
  pages.post(pattern('site.close-note'), (c) => closeNotePost(c, deps));
  pages.get(pattern('dev.console'), (c, next) => consolePage(c, deps, next));
  pages.get(LATEST_BUILD_PATH, (c) => latestBuildFile(c, deps));
  pages.get(BUILD_META_PATTERN, (c) => buildMetaFile(c, deps));
  pages.get(pattern('ops.desk'), (c) => overviewPage(c, deps));
  pages.get(pattern('ops.document'), (c) => documentPage(c, deps));
  pages.post(pattern('ops.document'), (c) => documentPost(c, deps));
  pages.get(pattern('docs.api'), (c) => apiDocsPage(c));
  pages.get(pattern('docs.openapi'), (c) => openApiFile(c, deps));
  return pages;
}
