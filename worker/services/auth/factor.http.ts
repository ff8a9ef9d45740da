/** Contract rows of factor -> operations. */
import type { Hono } from 'hono';
import type { HttpEnv } from '#worker/platform/http.ts';
import type { AuthService } from './face.ts';

export function bindFactorRows(_router: Hono<HttpEnv>, _service: AuthService): void {}
