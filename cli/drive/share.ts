/** `share`: makes a link for files and folders. */
import { readEnd } from '#shared/ops/end-time.ts';
import { shareContract } from '#shared/share/contract.ts';
import { isPassCode } from '#shared/share/model.ts';
import { wireTime } from '#shared/units.ts';
import type { Command, Options } from '../command/command.ts';
import { usageError } from '../command/exit.ts';
import { numberOption, textOption } from '../command/read.ts';
import { row } from '../terminal/output.ts';
import { requirePlace } from './place.ts';

const MOST_DAYS = 365;
/** One that the server makes. */
const NEW_CODE = 'new';

/** @throws CommandError */
function endOf(options: Options): { expiration_days: number } | { expiration_at: string } {
  const [until, hasDays] = [textOption(options, 'until'), options['days'] !== undefined];
  if (until === '') {
    return { expiration_days: hasDays ? numberOption(options, 'days', { least: 1, most: MOST_DAYS, usual: 1 }) : -1 };
  }
  if (hasDays) throw usageError('--days and --until are two ends', 'share');
  const endMs = readEnd(until);
  if (endMs === null)
    throw usageError(
      `--until takes a day, which it includes, or a time (UTC), such as 2027-12-31, not ${until}`,
      'share',
    );
  return { expiration_at: wireTime(endMs) };
}

/** @throws CommandError */
function passcodeOf(options: Options): { pass_code_option: string; custom_pass_code?: string; share_to: string } {
  const code = textOption(options, 'passcode');
  if (code === '') return { pass_code_option: 'NOT_REQUIRED', share_to: 'publiclink' };
  const required = { pass_code_option: 'REQUIRED', share_to: 'encryptedlink' };
  if (code === NEW_CODE) return required;
  if (!isPassCode(code)) throw usageError('--passcode is 4 to 10 letters and digits, or new', 'share');
  return { ...required, custom_pass_code: code };
}

export const shareCommand: Command = {
  name: 'share',
  about: 'make a link',
  args: '<path>...',
  least: 1,
  most: 100,
  options: {
    passcode: { type: 'string', value: 'code', about: '4 to 10 letters and digits; `new`: the server makes one' },
    days: { type: 'string', value: 'number', about: `the link ends after so many days, at most ${MOST_DAYS}` },
    until: {
      type: 'string',
      value: 'day',
      about: 'the link ends with this day, such as 2027-12-31, or at a time (UTC)',
    },
    title: { type: 'string', value: 'text', about: 'the title that visitors see' },
    note: { type: 'string', value: 'text', about: 'a message to visitors' },
    'view-only': { type: 'boolean', about: 'visitors see names and small images, and download nothing' },
  },
  more: [
    'Prints the address, and behind it the passcode where there is one. Without an end the link stays until you close it.',
  ],
  completes: 'nothing',
  async run({ args, options, out, drive, signal }) {
    const terms = { ...endOf(options), ...passcodeOf(options) };
    const ids: string[] = [];
    for (const path of args) {
      const { id } = await requirePlace(drive, path, signal);
      if (id === '') throw usageError('the whole drive cannot be shared: name what is in it', 'share');
      ids.push(id);
    }
    const [title, note] = [textOption(options, 'title'), textOption(options, 'note')];
    const body = {
      file_ids: ids,
      ...terms,
      ...(title === '' ? {} : { title }),
      ...(note === '' ? {} : { note }),
      ...(options['view-only'] === true ? { view_only: true } : {}),
    };
    const made = await drive.api.call(shareContract.create, { body, signal });
    out.result({ id: made.share_id, url: made.share_url, passcode: made.pass_code }, [
      row(made.share_url, ...(made.pass_code === '' ? [] : [made.pass_code])),
    ]);
  },
};
