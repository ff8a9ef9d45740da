/** The parts of an account in the order of its nouns (order.txt): a part finds what those before it made. A capability is one more part. */
import { migrationsOf, startParts } from '#worker/platform/parts/object-parts.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { addressPart } from './address/part.ts';
import { appPasswordPart } from './app-password/part.ts';
import { attemptPart } from './attempt/part.ts';
import { closingPart } from './closing/part.ts';
import { corePart } from './core/part.ts';
import { exportPart } from './export/part.ts';
import { factorPart } from './factor/part.ts';
import { favoritesPart } from './favorites/part.ts';
import { firstStepsPart } from './first-steps/part.ts';
import { oauthPart } from './oauth/part.ts';
import { oidcPart } from './oidc/part.ts';
import { operatorsPart } from './operators/part.ts';
import { passwordPart } from './password-change/part.ts';
import { personPart } from './person/part.ts';
import { providerPart } from './provider/part.ts';
import { sessionPart } from './session/part.ts';
import { signInPart } from './sign-in/part.ts';
import { signUpPart } from './sign-up/part.ts';

export const ACCOUNT_PARTS = startParts<ObjectCore>()
  .with(corePart)
  .with(providerPart)
  .with(personPart)
  .with(favoritesPart)
  .with(sessionPart)
  .with(attemptPart)
  .with(closingPart)
  .with(factorPart)
  .with(appPasswordPart)
  .with(firstStepsPart)
  .with(addressPart)
  .with(operatorsPart)
  .with(signInPart)
  .with(signUpPart)
  .with(passwordPart)
  .with(oauthPart)
  .with(oidcPart)
  .with(exportPart);

export const ACCOUNT_MIGRATIONS = migrationsOf(ACCOUNT_PARTS);
