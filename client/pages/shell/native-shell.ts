/** Demo mode: puts the double of a native app into the page, before anything else looks for one. */
import { installShell } from '#client/bridge/shell-double.ts';

installShell(window);
