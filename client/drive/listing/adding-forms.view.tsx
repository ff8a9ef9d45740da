/** Upload form, and form of a new folder, of listings without script. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';

export interface AddingFormsProps {
  /** Address of the page: both forms post to it. */
  readonly here: string;
  readonly field: 'file' | 'files';
  /** Of the largest file, or of all files together. */
  readonly maxBytes: number;
  /** Hidden field of the upload. */
  readonly hidden: { readonly name: string; readonly value: string };
}

export function AddingForms({ here, field, maxBytes, hidden }: AddingFormsProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card className="p-5">
        <form method="post" action={here} encType="multipart/form-data" className="grid gap-4">
          <input type="hidden" name={hidden.name} value={hidden.value} />
          <TextField
            type="file"
            name={field}
            multiple={field === 'files'}
            required
            label={t('drive.plain.files')}
            hint={t('drive.plain.limit', { size: format.bytes(maxBytes) })}
          />
          <Button type="submit" variant="primary">
            {t('drive.upload.button')}
          </Button>
        </form>
      </Card>
      <FolderForm here={here} />
    </div>
  );
}

/** @param isGuarded  a script that is loaded sends it once */
export function FolderForm({ here, isGuarded = false }: { here: string; isGuarded?: boolean }): ReactNode {
  const { t } = useT();
  return (
    <Card className="p-5">
      <form method="post" action={here} className="grid gap-4" {...(isGuarded ? { 'data-guard': '' } : {})}>
        <input type="hidden" name="step" value="folder" />
        <TextField
          name="name"
          required
          label={t('drive.folder.name')}
          defaultValue={t('drive.folder.default')}
          autoComplete="off"
        />
        <Button type="submit">{t('drive.folder.create')}</Button>
      </form>
    </Card>
  );
}
