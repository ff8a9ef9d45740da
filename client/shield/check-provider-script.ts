/** The script of the human check's page where a provider does the checking. */
import { startCheckPage } from './check-page.ts';
import { makeProviderWidget } from './check-provider.ts';

startCheckPage(window, (page) =>
  makeProviderWidget(page, document.querySelector<HTMLScriptElement>('script[data-provider]')),
);
