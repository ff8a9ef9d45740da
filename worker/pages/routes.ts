/** Page addresses -> pages. Patterns come from shared/routes.ts; nothing else spells one. */
import { Hono } from 'hono';
import { LOCALES } from '#shared/locale/tags.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { apiDocsPage, openApiFile } from './api-docs.page.tsx';
import { signInPage, signInPost, signOutPost } from './auth.page.tsx';
import { drivePage } from './drive.page.tsx';
import { homePage } from './home.page.tsx';
import { mailboxPage } from './mailbox.page.tsx';
import { resetPage, resetPost } from './reset.page.tsx';
import type { PageDeps } from './services.ts';
import { sharePage, sharePost } from './share.page.tsx';
import { signUpPage, signUpPost } from './sign-up.page.tsx';

function pattern(id: RouteId): string {
  return ROUTES[id].replace(/\/\{\w+\*\}$/, '/*').replace(/\{(\w+)\}/g, ':$1');
}

export function makePages(deps: PageDeps): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.get(pattern('home'), (c) => homePage(c, deps));
  for (const tag of LOCALES) pages.get(`/${tag}`, (c) => homePage(c, deps));
  pages.get(pattern('auth.sign-in'), (c) => signInPage(c, deps));
  pages.get(pattern('drive.login'), (c) => signInPage(c, deps));
  pages.post(pattern('auth.sign-in'), (c) => signInPost(c, deps));
  pages.post(pattern('auth.sign-out'), (c) => signOutPost(c, deps));
  pages.get(pattern('auth.sign-up'), (c) => signUpPage(c, deps));
  pages.post(pattern('auth.sign-up'), (c) => signUpPost(c, deps));
  pages.get(pattern('auth.reset'), (c) => resetPage(c, deps));
  pages.post(pattern('auth.reset'), (c) => resetPost(c, deps));
  if (deps.config.demo) pages.get(pattern('dev.mailbox'), (c) => mailboxPage(c, deps));
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
