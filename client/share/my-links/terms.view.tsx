/** Fields of the terms of a link: native inputs, the same in a dialog and in a plain form. `readTerms` reads them. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { MAX_NOTE_CHARS } from '#shared/share/model.ts';
import { daysOf } from '../last-day.ts';

const PRESETS = [1, 7, 14, 30] as const;

interface TermsProps {
  readonly link: OwnLinkView;
}

export function TermsFields({ link }: TermsProps): ReactNode {
  const { t } = useT();
  const limit = link.restore_limit !== '-1' ? link.restore_limit : '';
  return (
    <>
      <TextField
        name="title"
        label={t('share.my_links.field.title')}
        hint={t('share.my_links.field.title.hint')}
        defaultValue={link.title !== link.file_name ? link.title : ''}
        maxLength={200}
        autoComplete="off"
      />
      <TextArea
        name="note"
        label={t('share.my_links.field.note')}
        hint={t('share.my_links.field.note.hint')}
        defaultValue={link.note}
        maxLength={MAX_NOTE_CHARS}
        rows={3}
      />
      <TextField
        name="limit"
        label={t('share.my_links.field.limit')}
        hint={t('share.my_links.field.limit.hint')}
        defaultValue={limit}
        inputMode="numeric"
        pattern="[0-9]{1,7}"
        autoComplete="off"
      />
      <label className="flex items-start gap-3">
        <input type="checkbox" className="checkbox mt-0.5" name="view_only" value="1" defaultChecked={link.view_only} />
        <span>
          <span className="block font-semibold">{t('share.my_links.field.view_only')}</span>
          <span className="block text-sm text-muted">{t('share.my_links.field.view_only.hint')}</span>
        </span>
      </label>
    </>
  );
}

/** Passcode and end of a link that exists. */
export function LockAndEnd({ link, nowMs }: { link: OwnLinkView; nowMs: number }): ReactNode {
  const { t, tn } = useT();
  const id = useId();
  const isLocked = link.pass_code !== '';
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-code`}>{t('drive.link.code.legend')}</label>
        <select id={`${id}-code`} name="code" className="input" defaultValue="keep">
          <option value="keep">{t('share.my_links.keep')}</option>
          {isLocked ? <option value="none">{t('drive.link.code.none')}</option> : null}
          <option value="made">{t('drive.link.code.made')}</option>
          <option value="own">{t('drive.link.code.own')}</option>
        </select>
      </div>
      <TextField
        name="own_code"
        label={t('drive.link.code.label')}
        hint={t('drive.link.code.hint')}
        pattern="[A-Za-z0-9]{6,10}"
        maxLength={10}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <div className="field">
        <label htmlFor={`${id}-end`}>{t('drive.link.expiry.label')}</label>
        <select id={`${id}-end`} name="end" className="input" defaultValue="keep">
          <option value="keep">{t('share.my_links.keep')}</option>
          <option value="-1">{t('drive.link.expiry.never')}</option>
          {PRESETS.map((days) => (
            <option key={days} value={days}>
              {tn('drive.link.expiry.days', days)}
            </option>
          ))}
          <option value="date">{t('share.my_links.field.date')}</option>
        </select>
      </div>
      <TextField type="date" name="date" label={t('share.my_links.field.date.label')} {...daysOf(nowMs)} />
    </>
  );
}
