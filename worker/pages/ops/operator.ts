/** The operator of a request, as the log names them, with the role of the moment. */
import type { ActingOperator } from '#worker/services/config/index.ts';

export type Operator = ActingOperator & { readonly via: 'page' };
