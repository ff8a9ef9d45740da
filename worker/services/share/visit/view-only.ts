/** The refusal of a link whose files may be looked at, not taken. */
import { AppError } from '#shared/errors.ts';

export function viewOnlyError(): AppError {
  return new AppError('link_view_only');
}
