import { expect, test } from 'vitest';
import { type NamedThing, NO_PATTERN, type RenamePattern, type RenameProblem, renamed } from './rename-pattern.ts';

const file = (name: string, parentId = ''): NamedThing => ({
  id: `${parentId}:${name}`,
  parentId,
  name,
  folder: false,
});
const folder = (name: string): NamedThing => ({ ...file(name), folder: true });

type Row = [string, Partial<RenamePattern>, NamedThing[], (string | [string, RenameProblem])[]];

const TABLE: Row[] = [
  ['nothing asked leaves everything', {}, [file('a.txt'), folder('b')], ['a.txt', 'b']],
  ['every place of what is found', { find: 'o', replace: '0' }, [file('foo.doc')], ['f00.doc']],
  ['signs of patterns mean themselves', { find: '.', replace: '$&' }, [file('a.b.c.txt')], ['a$&b$&c.txt']],
  ['what is found may be taken out', { find: 'IMG_', replace: '' }, [file('IMG_7.jpg')], ['7.jpg']],
  [
    'one name for all, numbered',
    { replace: 'Trip ', numbering: { start: 9, digits: 2, separator: '' } },
    [file('x.jpg'), file('y.PNG')],
    ['Trip 09.jpg', 'Trip 10.PNG'],
  ],
  ['text before and after', { prefix: '«', suffix: '»' }, [file('é.md'), folder('v1.2')], ['«é».md', '«v1.2»']],
  [
    'an extension that is not kept is a part of the name',
    { find: 'jpeg', replace: 'jpg', keepExtension: false },
    [file('a.jpeg')],
    ['a.jpg'],
  ],
  [
    'more digits than asked are not cut',
    { numbering: { start: 999, digits: 1, separator: '' } },
    [file('a'), file('b')],
    ['a999', 'b1000'],
  ],
  [
    'a separator keeps a number apart from the digits of the name',
    { numbering: { start: 2, digits: 2, separator: '-' } },
    [file('doc63.txt'), folder('nest')],
    ['doc63-02.txt', 'nest-03'],
  ],
  [
    'a name that ends in a space or a mark needs no separator',
    { replace: 'Trip ', numbering: { start: 1, digits: 2, separator: '-' } },
    [file('x.jpg')],
    ['Trip 01.jpg'],
  ],
  [
    'a closing bracket does not keep a number apart',
    { numbering: { start: 1, digits: 2, separator: '-' } },
    [file('a (2).pdf')],
    ['a (2)-01.pdf'],
  ],
  [
    'a number alone needs no separator',
    { find: 'x', replace: '', numbering: { start: 1, digits: 2, separator: '-' } },
    [file('x.txt')],
    ['01.txt'],
  ],
  ['two may change places', { find: 'a', replace: 'b' }, [file('a'), file('b')], [['b', 'equal'], 'b']],
  [
    'nothing left of a name',
    { find: 'a', replace: '' },
    [file('a.txt'), folder('aa')],
    [
      ['', 'empty'],
      ['', 'empty'],
    ],
  ],
  ['spaces at the ends go', { suffix: '  ' }, [file('a.txt')], ['a.txt']],
  ['what no name may hold', { prefix: 'a/' }, [file('b')], [['a/b', 'separator']]],
  ['too long', { suffix: 'ж'.repeat(130) }, [file('b')], [[`b${'ж'.repeat(130)}`, 'too_long']]],
  ['dots alone', { replace: '..' }, [folder('b')], [['..', 'dots']]],
  [
    'equal but for case',
    { find: '1', replace: '' },
    [file('a1.txt'), file('A1.txt')],
    [
      ['a.txt', 'equal'],
      ['A.txt', 'equal'],
    ],
  ],
  ['equal in two folders is no trouble', { replace: 'a' }, [file('x', 'f'), file('y', 'g')], ['a', 'a']],
  ['a name that is in the folder already', { find: 'x', replace: 'taken' }, [file('x')], [['taken', 'equal']]],
  ['a name that is free in its own batch', { find: '2', replace: '1' }, [file('p2'), file('taken')], ['p1', 'taken']],
];

test.each(TABLE)('new names of many: %s', (_, change, things, wanted) => {
  const found = renamed(things, { ...NO_PATTERN, ...change }, [file('taken')]);
  const tell = ({ to, problem }: (typeof found)[number]) => (problem ? [to, problem] : to);
  expect(found.map(tell)).toEqual(wanted);
  expect(found.map(({ id, from }) => [id, from])).toEqual(things.map(({ id, name }) => [id, name]));
});
