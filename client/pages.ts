/**
 * The page script of pages without React. Every page works without it. Stores only the chosen theme. No framework, no request.
 */
import { dropPassCode } from './pages/share/pass-code.ts';
import { watchChunks } from './pages/shell/chunks.ts';
import { watchNetwork } from './pages/shell/network.ts';
import { startPage } from './pages/shell/start-page.ts';

dropPassCode(location, history);
watchNetwork(window);
watchChunks(window);
startPage();
