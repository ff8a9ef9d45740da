/** The script of the human check's page where the device itself does the work. */
import { startCheckPage } from './check-page.ts';
import { makeWorkWidget } from './check-work.ts';

startCheckPage(window, makeWorkWidget);
