/** Shows an activity of the draft, or of the live text, as a signed-in person reads it in one language. */
import type { ReactNode } from 'react';
import { OpsPart } from '#client/ops/ops-frame.view.tsx';
import { ActivityView, type ActivityViewProps } from '#client/site/activity.view.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { I18nProvider } from '#client/ui/i18n.tsx';
import type { Translator } from '#shared/locale/translator.ts';
import { PreviewForm } from './preview-form.view.tsx';

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
      <PreviewForm
        action={`${action}#preview`}
        field="preview"
        label="Activity"
        options={names}
        value={name}
        locale={locale}
      />
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
