/** The part of app passwords. */
import type { AccountPart } from '../core/account-part.ts';
import {
  addAppPassword,
  endAppPassword,
  endAppPasswords,
  endOwnAppPassword,
  listAppPasswords,
  noteAppPasswordUse,
} from './account-app-passwords.ts';
import { APP_PASSWORD_MIGRATION } from './store.ts';

export const appPasswordPart = {
  tables: { 18: APP_PASSWORD_MIGRATION },
  calls: { appPasswords: listAppPasswords, addAppPassword, endAppPassword, endOwnAppPassword, noteAppPasswordUse },
  alarm: endAppPasswords,
} satisfies AccountPart;
