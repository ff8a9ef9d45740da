/** The part of name, picture, settings and role. */
import type { AccountPart } from '../core/account-part.ts';
import { loadVisitor, ownRole, setRole } from './account-role.ts';
import { listPreferences, loadPicture, renamePerson, savePreferences, setPicture } from './account-settings.ts';
import { PREFERENCES_MIGRATION } from './preferences.store.ts';
import { ROLE_MIGRATION } from './role.store.ts';

export const personPart = {
  tables: { 6: ROLE_MIGRATION, 10: PREFERENCES_MIGRATION },
  calls: {
    ownRole,
    setRole,
    visitor: loadVisitor,
    rename: renamePerson,
    setPicture,
    picture: loadPicture,
    preferences: listPreferences,
    savePreferences,
  },
} satisfies AccountPart;
