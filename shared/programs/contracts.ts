/** The contracts of programs by the name of their protocol. */
import { davContract } from './dav.contract.ts';
import { dialectContract } from './dialect.contract.ts';
import { linkContract } from './links.contract.ts';
import { loginContract } from './login.contract.ts';
import { tusContract } from './tus.contract.ts';

export const PROGRAM_CONTRACTS = {
  dav: davContract,
  links: linkContract,
  dialect: dialectContract,
  login: loginContract,
  tus: tusContract,
} as const;

type RowsOf<T> = { [Name in keyof T]: `${Name & string}.${keyof T[Name] & string}` }[keyof T];

/** `dav.get`, `tus.append`, ... */
export type ProgramOperation = RowsOf<typeof PROGRAM_CONTRACTS>;
