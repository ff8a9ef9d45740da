/**
 * The small script of pages without React. Everything it does is an extra: each page works without it.
 * Keeps nothing but the chosen theme. No framework, no request.
 */
import { watchBusy } from './plain/busy.ts';
import { watchClicks } from './plain/clicks.ts';
import { watchNetwork } from './plain/network.ts';
import { dropPassCode } from './plain/pass-code.ts';

dropPassCode(location, history);
watchClicks(document);
watchBusy(document);
watchNetwork(window);
// Most public pages have no form.
if (document.forms.length > 0) void import('./plain/forms.ts').then(({ watchForms }) => watchForms(document));
// Hardly any link asks for signing in.
if (/[?&]action=(show_login|login_required)(&|$)/.test(location.search))
  void import('./plain/show-login.ts').then(({ openLoginDialog, showLogin }) =>
    showLogin({ page: document, place: location, past: history, open: openLoginDialog }),
  );
