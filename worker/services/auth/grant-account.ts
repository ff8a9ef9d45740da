/** Authorization codes and consents of AccountObject. */
import { FactorAccount } from './factor-account.ts';

export abstract class GrantAccount extends FactorAccount {}
