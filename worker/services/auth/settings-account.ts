/** What a person changes about the account: addresses, password, devices, freezing, deletion. */
import { GrantAccount } from './grant-account.ts';

export abstract class SettingsAccount extends GrantAccount {}
