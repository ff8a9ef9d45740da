/** Starts login on page entry. The server adds this script to a page only when its address asks for it. */
import { startPageEntry } from '#client/bridge/start.ts';

startPageEntry(window);
