/** The smallest Worker on Hono. The scenario `starting` adds the default export that the runtime demands. */
import { Hono } from 'hono';

export const bareHono = new Hono().get('/', (context) => context.html('<!doctype html><title>Hono</title>Hono'));
