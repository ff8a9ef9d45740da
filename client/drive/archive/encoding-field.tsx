/** Chooses the encoding of names in an archive that does not say it: the guess first, then all others. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { encodingLabel, encodingName } from '#shared/content/encoding/encoding-name.ts';
import { isTextEncoding, TEXT_ENCODINGS, type TextEncoding } from '#shared/content/encoding/encodings.ts';

export interface EncodingFieldProps {
  /** Null: the guess counts. */
  chosen: TextEncoding | null;
  /** The encoding that names were read in. */
  found: TextEncoding;
  onChoose: (encoding: TextEncoding | null) => void;
}

export function EncodingField({ chosen, found, onChoose }: EncodingFieldProps): ReactNode {
  const { t, locale } = useT();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('drive.extract.encoding')}</label>
      <select
        id={id}
        className="input"
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(isTextEncoding(value) ? value : null)}
      >
        <option value="">
          {chosen === null
            ? t('drive.extract.encoding_detected', { name: encodingName(found) })
            : t('drive.extract.encoding_guess')}
        </option>
        {TEXT_ENCODINGS.map((encoding) => (
          <option key={encoding} value={encoding}>
            {encodingLabel(encoding, locale)}
          </option>
        ))}
      </select>
    </div>
  );
}
