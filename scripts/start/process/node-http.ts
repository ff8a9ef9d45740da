/**
 * Node's HTTP modules, not by import: that reads every export of a module. Those of node:http include the client of `fetch` and HTTP/2, which
 * take 7 MiB and 35 ms of each process.
 */
import type https from 'node:https';

export const http = process.getBuiltinModule('node:http');

/** Loads TLS too, 3 MiB: call it where https is spoken. */
export const loadHttps = (): typeof https => process.getBuiltinModule('node:https');
