/** The script of the human check's page where a provider does the checking. */
import { startCheckPage } from '#client/shield/check-page.ts';
import { makeProviderWidget } from '#client/shield/check-provider.ts';

startCheckPage(window, (page) =>
  makeProviderWidget(page, document.querySelector<HTMLScriptElement>('script[data-provider]')),
);
