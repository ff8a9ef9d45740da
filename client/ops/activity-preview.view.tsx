/** Shows an activity of the draft, or of the live text, as a signed-in person reads it in one language. */
import type { ReactNode } from 'react';
import { ActivityView, type ActivityViewProps } from '#client/site/activity.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { LOCALE_NAMES, LOCALES } from '#shared/locale/tags.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { OpsPart } from './ops-frame.view.tsx';

export interface ActivityPreviewProps {
  readonly action: string;
  /** Names of the activities; empty where no text can be read. */
  readonly names: readonly string[];
  readonly name: string;
  readonly translator: Translator;
  readonly timeZone: string;
  /** Address of the page; null where no text can be read. */
  readonly shown: { readonly href: string; readonly page: ActivityViewProps } | null;
}

export function ActivityPreview({ action, names, name, translator, timeZone, shown }: ActivityPreviewProps): ReactNode {
  const { locale } = translator;
  return (
    <OpsPart
      id="preview"
      title="Preview"
      lead="Uses the saved draft if it is valid, otherwise the live text. Nothing can be claimed here."
    >
      <form method="get" action={`${action}#preview`} className="flex flex-wrap items-end gap-3">
        <div className="field min-w-0 flex-1 basis-48">
          <label htmlFor="preview-activity">Activity</label>
          <select id="preview-activity" name="preview" className="input" defaultValue={name}>
            {names.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </div>
        <div className="field min-w-0 flex-1 basis-48">
          <label htmlFor="preview-language">Language</label>
          <select id="preview-language" name="language" className="input" defaultValue={locale}>
            {LOCALES.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {LOCALE_NAMES[tag]}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" className="min-h-12">
          Show
        </Button>
      </form>
      {shown ? (
        <>
          <p className="mt-4 break-all text-sm text-muted">
            Address: <code className="font-mono">{shown.href}</code>
          </p>
          <div lang={locale} className="mt-4 max-w-3xl">
            <I18nProvider translator={translator} timeZone={timeZone}>
              <ActivityView {...shown.page} level="h2" />
            </I18nProvider>
          </div>
        </>
      ) : (
        <Notice tone="danger" className="mt-4">
          There is no text that can be read.
        </Notice>
      )}
    </OpsPart>
  );
}
