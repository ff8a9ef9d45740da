/** The script of the human check's page where the device itself does the work. */
import { startCheckPage } from '#client/shield/check-page.ts';
import { makeWorkWidget } from '#client/shield/check-work.ts';

startCheckPage(window, makeWorkWidget);
