/** Contract rows of oauth -> operations. */
import type { Hono } from 'hono';
import type { HttpEnv } from '#worker/platform/http.ts';
import type { AuthService } from './face.ts';

export function bindOAuthRows(_router: Hono<HttpEnv>, _service: AuthService): void {}
