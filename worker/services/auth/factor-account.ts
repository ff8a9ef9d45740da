/** Second factors and passkeys of AccountObject. */
import { AccountBase } from './account-base.ts';

export abstract class FactorAccount extends AccountBase {}
