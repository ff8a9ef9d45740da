import { expect, it } from 'vitest';
import { capnpText } from './capnp-text.ts';

const bodyOf = (config: object): string => /:Workerd\.Config = (.*);\n$/s.exec(capnpText(config))?.[1] ?? '';

it('structures, lists, numbers and files are written in the format of Cap’n Proto', () => {
  const config = {
    services: [{ name: 'a', worker: { esModule: { embed: '/x/y' } } }],
    cpu: 3,
    isOn: true,
    left: undefined,
  };
  expect(bodyOf(config)).toBe('(services = [(name = "a", worker = (esModule = embed "/x/y"))], cpu = 3, isOn = true)');
});

it('an enumeration is written by its name', () => {
  expect(bodyOf({ http: { style: 1 } })).toBe('(http = (style = proxy))');
});

it('a text cannot end its literal, whatever a setting holds', () => {
  expect(bodyOf({ text: '"), (name = "x\\\n\u0001é' })).toBe('(text = "\\"), (name = \\"x\\\\\\n\\x01é")');
});

it('a value that the format does not have is refused', () => {
  expect(() => capnpText({ text: null })).toThrow(TypeError);
});
