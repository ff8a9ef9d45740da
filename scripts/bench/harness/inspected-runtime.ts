/** Loaded before a server of the bench: its workerd opens an inspector on the loopback port that MAGPIE_BENCH_INSPECTOR names. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const { spawn } = childProcess;
const inspector = `--inspector-addr=127.0.0.1:${process.env['MAGPIE_BENCH_INSPECTOR'] ?? ''}`;

function inspected(file: string, args: readonly string[], options: childProcess.SpawnOptions) {
  return spawn(file, args?.[0] === 'serve' ? [...args, inspector] : args, options);
}

childProcess.spawn = inspected as typeof spawn;
syncBuiltinESMExports();
