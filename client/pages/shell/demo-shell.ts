/** Demo mode: puts the demo shell into the page before other scripts look for a native app. */
import { installShell } from '#client/bridge/demo-shell.ts';

installShell(window);
