/** Endpoints of people of a folder or file, for its owner. Those of the people are in guest.contract.ts. */
import * as v from 'valibot';
import { endpoint, requiredText } from '#shared/contract.ts';
import { byId } from '../fields.ts';
import { GRANT_PERSON_CHARS, GRANT_ROLES, GRANT_STATES } from './grant-terms.ts';

const grant = v.object({
  kind: v.literal('drive#grant'),
  grant_id: v.string(),
  file_id: v.string(),
  /** The address or name that was typed. */
  person: v.string(),
  role: v.picklist(GRANT_ROLES),
  /** `invited` for everybody who has not accepted. */
  state: v.picklist(GRANT_STATES),
  /** The folder is offered to the person, who has not answered. */
  offered: v.boolean(),
  created_time: v.string(),
});
export type Grant = v.InferOutput<typeof grant>;

/** No control or format characters: the owner reads the address again in a list. */
const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;

export const grantsContract = {
  grantCreate: endpoint({
    id: 'drive.grantCreate',
    method: 'POST',
    path: '/drive/v1/common/grants',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      file_id: requiredText,
      /** Mail address or user name. */
      person: v.pipe(requiredText, v.maxLength(GRANT_PERSON_CHARS), v.regex(VISIBLE)),
      role: v.picklist(GRANT_ROLES),
    }),
    output: grant,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'file_not_found',
      'file_in_recycle_bin',
      'resource_exhausted',
      'too_many_requests',
    ],
    summary: 'Invites a person to a folder or file; the answer is the same where nobody has the address',
  }),
  grants: endpoint({
    id: 'drive.grants',
    method: 'GET',
    path: '/drive/v1/common/grants',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ file_id: requiredText }),
    output: v.object({ grants: v.array(grant) }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'The people of a folder or file of the caller, oldest first; at most 50 who were invited or accepted',
  }),
  grantChange: endpoint({
    id: 'drive.grantChange',
    method: 'PATCH',
    path: '/drive/v1/common/grants/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object({ role: v.picklist(GRANT_ROLES) }),
    output: grant,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Changes the role of a person',
  }),
  grantOffer: endpoint({
    id: 'drive.grantOffer',
    method: 'PUT',
    path: '/drive/v1/common/grants/{id}/offer',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object({ offered: v.boolean() }),
    output: grant,
    errors: ['unauthenticated', 'invalid_argument', 'not_found', 'failed_precondition'],
    summary:
      'Offers a folder to one of its people who has accepted, in place of an earlier offer; or withdraws the offer',
  }),
  grantRemove: endpoint({
    id: 'drive.grantRemove',
    method: 'DELETE',
    path: '/drive/v1/common/grants/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    output: v.object({}),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Ends the rights of a person at once',
  }),
} as const;
