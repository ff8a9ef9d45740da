/** Shapes that the endpoints of visitors and of guests have in common: a file in parts that goes on for days. */
import * as v from 'valibot';
import { requiredText, wireCount } from '#shared/contract.ts';
import { uploadSession } from '../upload.contract.ts';

export const byKey = v.object({ id: requiredText, key: requiredText });
export const byPart = v.object({ id: requiredText, key: requiredText, part: wireCount });

/** As of every upload of our own protocol; what gives a sender the right stands for the token. */
export const sendingSession = v.omit(uploadSession, ['upload_token']);
export type SendingSession = v.InferOutput<typeof sendingSession>;

export const sentPart = v.object({ part: v.number(), size: v.string() });
