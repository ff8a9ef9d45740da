/** Settings of a link, each of which acts at once. Before there is a link they are the terms of the one to be made. */
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { unspacedText } from '#shared/intake/plain-text.ts';
import { isPassCode, MAX_NOTE_CHARS, PASS_CODE_CHARS } from '#shared/share/model.ts';
import type { TermsBody } from '#shared/share/terms-body.ts';
import { daysOf, lastSecondOf } from '../last-day.ts';
import type { ShownTerms } from './shown-terms.ts';

interface SettingsProps {
  terms: ShownTerms;
  onChange: (terms: TermsBody) => void;
}

/** Days until a link ends. */
const PRESETS = [1, 7, 14, 30] as const;

export function LinkSettings({ terms, onChange }: SettingsProps): ReactNode {
  const { t } = useT();
  return (
    <div className="grid gap-5">
      <PassCode terms={terms} onChange={onChange} />
      <End terms={terms} onChange={onChange} />
      <Switch
        label={t('share.my_links.field.view_only')}
        hint={t('share.my_links.field.view_only.hint')}
        isOn={terms.isViewOnly}
        onChange={(isOn) => onChange({ view_only: isOn })}
      />
      <Switch
        label={t('share.my_links.field.previews')}
        hint={t('share.my_links.field.previews.hint')}
        isOn={terms.hasPreviews}
        onChange={(isOn) => onChange({ previews_hidden: !isOn })}
      />
      <SavedText
        label={t('share.my_links.field.limit')}
        hint={t('share.my_links.field.limit.hint')}
        value={terms.saves}
        maxLength={7}
        isNumber
        onSave={(value) => onChange({ restore_limit: Number(value) > 0 ? String(Number(value)) : '-1' })}
      />
      <SavedText
        label={t('share.my_links.field.title')}
        hint={t('share.my_links.field.title.hint')}
        value={terms.title}
        maxLength={200}
        onSave={(value) => onChange({ title: value })}
      />
      <SavedText
        label={t('share.my_links.field.note')}
        hint={t('share.my_links.field.note.hint')}
        value={terms.note}
        maxLength={MAX_NOTE_CHARS}
        isLong
        onSave={(value) => onChange({ note: value })}
      />
    </div>
  );
}

function PassCode({ terms, onChange }: SettingsProps): ReactNode {
  const { t } = useT();
  /** Set again when the switch returns: the owner may have sent it to visitors. */
  const former = useRef('');
  return (
    <div className="grid gap-3">
      <Switch
        label={t('drive.link.code.legend')}
        hint={t('drive.link.code.switch_hint')}
        isOn={terms.isLocked}
        onChange={(isOn) => {
          if (!isOn) former.current = terms.passCode;
          onChange(
            isOn
              ? { pass_code_option: 'REQUIRED', custom_pass_code: former.current }
              : { pass_code_option: 'NOT_REQUIRED', custom_pass_code: '' },
          );
        }}
      />
      {terms.isLocked ? (
        <SavedText
          label={t('drive.link.code.label')}
          hint={t('drive.link.code.hint', PASS_CODE_CHARS)}
          value={terms.passCode}
          placeholder={terms.passCode === '' ? t('drive.link.code.made') : ''}
          maxLength={PASS_CODE_CHARS.most}
          isCode
          onSave={(value) => onChange({ pass_code_option: 'REQUIRED', custom_pass_code: value })}
        />
      ) : null}
    </div>
  );
}

function End({ terms, onChange }: SettingsProps): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const id = useId();
  const [isDate, setDate] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [days] = useState(() => daysOf(Date.now()));
  const { endsMs } = terms;
  const value = isDate ? 'date' : endsMs === null ? '-1' : 'kept';

  function choose(choice: string): void {
    setProblem(null);
    setDate(choice === 'date');
    if (choice !== 'date' && choice !== 'kept') onChange({ expiration_days: Number(choice), expiration_at: '' });
  }

  function chooseDate(date: string): void {
    const isFar = date < days.min || date > days.max;
    setProblem(date === '' ? t('share.my_links.no_date') : isFar ? t('share.my_links.far_date') : null);
    if (!isFar) onChange({ expiration_at: lastSecondOf(date) });
  }

  return (
    <div className="grid gap-3">
      <div className="field">
        <label htmlFor={id}>{t('drive.link.expiry.label')}</label>
        <select id={id} className="input" value={value} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="-1">{t('drive.link.expiry.never')}</option>
          {endsMs === null ? null : <option value="kept">{format.dateAndTime(endsMs)}</option>}
          {PRESETS.map((preset) => (
            <option key={preset} value={preset}>
              {tn('drive.link.expiry.days', preset)}
            </option>
          ))}
          <option value="date">{t('share.my_links.field.date')}</option>
        </select>
      </div>
      {isDate ? (
        <TextField
          type="date"
          label={t('share.my_links.field.date.label')}
          error={problem}
          {...days}
          onChange={(event) => chooseDate(event.currentTarget.value)}
        />
      ) : null}
    </div>
  );
}

function Switch({
  label,
  hint,
  isOn,
  onChange,
}: {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        <span className="block text-sm font-semibold">{label}</span>
        <span id={`${id}-hint`} className="block text-xs text-muted">
          {hint}
        </span>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className="switch"
        aria-label={label}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

interface SavedTextProps {
  label: string;
  hint: string;
  /** As it is saved. */
  value: string;
  placeholder?: string;
  maxLength: number;
  isNumber?: boolean;
  isCode?: boolean;
  isLong?: boolean;
  onSave: (value: string) => void;
}

/** A text that is saved when its field is left, or with Enter. */
function SavedText({ label, hint, value, placeholder, maxLength, isNumber, isCode, isLong, onSave }: SavedTextProps) {
  const [typed, setTyped] = useState(value);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setTyped(value), [value]);

  function save(): void {
    const next = isCode ? unspacedText(typed) : isLong ? typed : typed.trim();
    const isRefused = (isCode && !isPassCode(next)) || (isNumber && !/^\d*$/.test(next));
    if (next === value) setWrong(false);
    else if (isRefused) setWrong(next !== '');
    else {
      setWrong(false);
      onSave(next);
    }
  }

  const field = {
    label,
    hint: isWrong ? undefined : hint,
    error: isWrong ? hint : null,
    value: typed,
    maxLength,
    autoComplete: 'off',
    onBlur: save,
  };
  if (isLong) return <TextArea {...field} rows={3} onChange={(event) => setTyped(event.currentTarget.value)} />;
  return (
    <TextField
      {...field}
      placeholder={placeholder}
      inputMode={isNumber ? 'numeric' : undefined}
      className={isCode ? 'font-mono' : undefined}
      autoCapitalize={isCode ? 'off' : undefined}
      spellCheck={isCode ? false : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
