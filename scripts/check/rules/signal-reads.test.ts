import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkSignalReads } from './signal-reads.ts';

function reported(text: string, path = 'client/drive/a.tsx'): number[] {
  return checkSignalReads([readSource(path, text)]).map(({ line }) => line ?? 0);
}

test('a component without JSX that reads a signal is reported', () => {
  expect(reported('export function Guard({ busy }) {\n  if (busy.value) stop();\n  return null;\n}')).toEqual([1]);
  expect(reported('export const Guard = memo(({ busy }) => (busy.value ? text : null));')).toEqual([1]);
});

test('a component or hook that reads signals only through a plain function is reported', () => {
  const plain = 'function offered(drive) {\n  return drive.busy.value;\n}\n';
  expect(reported(`${plain}function Line({ drive }) {\n  return <p>{offered(drive)}</p>;\n}`)).toEqual([4]);
  expect(reported(`${plain}function useLine(drive) {\n  return offered(drive);\n}`)).toEqual([4]);
});

test('components with JSX, hooks, effects and reads of their own are followed', () => {
  const plain = 'function offered(drive) {\n  return drive.busy.value;\n}\n';
  expect(
    [
      'function Line({ busy }) { return <p>{busy.value}</p>; }',
      'function useBusy({ busy }) { return busy.value; }',
      'function Guard({ busy }) { useEffect(() => effect(() => void busy.value)); return null; }',
      'function Reset({ busy }) { busy.value = false; return null; }',
      `${plain}function Line({ drive }) { return <p title={drive.name.value}>{offered(drive)}</p>; }`,
      `${plain}function Line({ drive }) { return <p onClick={() => offered(drive)} />; }`,
    ].flatMap((text) => reported(text)),
  ).toEqual([]);
  expect(reported('function Guard({ busy }) { return busy.value; }', 'client/drive/a.test.tsx')).toEqual([]);
});
