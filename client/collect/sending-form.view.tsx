/** Parts of a form that sends files into a drive: the field with its zone, the list that the script fills, and what it says. */
import { Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { SENDING_WHOLE_BYTES } from '#shared/drive/sending/sending-terms.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** Sentences of the script, as attributes of the form. */
export function sendingTexts(t: Translator['t']) {
  return {
    'data-text-failed': t('drive.collect.visit.failed'),
    'data-text-done': t('drive.collect.visit.done'),
    'data-text-retry': t('drive.collect.visit.retry'),
    'data-text-again': t('drive.collect.visit.again'),
    'data-text-offline': t('drive.transfer.state.offline'),
    'data-text-changed': t('drive.transfer.problem.changed'),
    'data-text-paused': t('drive.collect.visit.paused', { share: '%' }),
    'data-text-keep': t('drive.collect.visit.keep'),
  };
}

/** With script a zone stands for the field: it is its label, so that pointer, touch and keys open the same window. */
export function SendingField({ label, accept }: { label: string; accept: string }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <Field
      label={label}
      control={(control) => (
        <div className="relative">
          {/* The last field: the server reads the fields before the file. */}
          <input
            {...control}
            type="file"
            name="file"
            className="peer input [@media(scripting:enabled)]:sr-only"
            required
            {...(accept === '' ? {} : { accept })}
          />
          <label
            htmlFor={control.id}
            data-sending-drop=""
            className="needs-script grid cursor-pointer place-items-center gap-3 rounded-lg border-2 border-dashed border-line-strong bg-surface px-4 py-8 text-center peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:border-accent data-over:border-accent data-over:bg-accent-soft"
          >
            <Upload size={28} aria-hidden="true" className="text-accent" />
            <span className="btn btn-quiet">{t('drive.collect.visit.choose')}</span>
            <span className="text-sm font-normal text-muted pointer-coarse:hidden">
              {t('drive.collect.visit.drop')}
            </span>
          </label>
          <noscript>
            <p className="mt-1 text-xs text-muted">
              {t('drive.collect.visit.plain', { size: format.bytes(SENDING_WHOLE_BYTES) })}
            </p>
          </noscript>
        </div>
      )}
    />
  );
}

/** Files that were chosen; the script fills it in. */
export function SendingList(): ReactNode {
  const { t } = useT();
  const remove = t('drive.collect.visit.remove');
  return (
    <>
      <ul data-sending-list="" className="grid gap-3 empty:hidden" />
      <template data-sending-row="">
        <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2">
          <span className="min-w-0">
            <span data-row-name="" className="break-words" dir="auto" />{' '}
            <span data-row-size="" className="text-sm whitespace-nowrap text-muted" />
          </span>
          <button
            type="button"
            data-row-remove=""
            className="btn btn-icon btn-sm justify-self-end"
            title={remove}
            aria-label={remove}
          >
            <X size={18} aria-hidden="true" />
          </button>
          <progress data-row-bar="" className="bar col-span-2" max={1} value={0} hidden />
          <span data-row-say="" className="col-span-2 text-sm text-muted empty:hidden" />
        </li>
      </template>
    </>
  );
}

export function SendingStatus(): ReactNode {
  return <p role="status" data-sending-status="" className="text-sm text-muted empty:hidden" />;
}

/** Into a folder where files go on their way as they are chosen: with script the button comes when one was not sent. */
export function SendingForm({
  action,
  to,
  folder,
  fileKey,
}: {
  readonly action: string;
  /** Id of the grant, and of the folder in it; '' for the common folder itself. */
  readonly to: string;
  readonly folder: string;
  readonly fileKey: string;
}): ReactNode {
  const { t } = useT();
  return (
    <form
      method="post"
      action={action}
      encType="multipart/form-data"
      className="grid gap-4"
      data-sending-to={to}
      data-sending-folder={folder}
      {...sendingTexts(t)}
    >
      <input type="hidden" name="key" value={fileKey} />
      <SendingField label={t('drive.plain.files')} accept="" />
      <SendingList />
      <SendingStatus />
      <Button type="submit" variant="primary" className="[@media(scripting:enabled)]:[form:not([data-again])_&]:hidden">
        {t('drive.upload.button')}
      </Button>
    </form>
  );
}
