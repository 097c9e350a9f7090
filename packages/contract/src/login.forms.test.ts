import { expect, test } from 'vitest';
import { newPin } from './login.forms.ts';

const faultOf = (pin: string) => newPin.safeParse({ pin, password: 'correct horse battery' }).error?.issues.map(({ message }) => message);

test.each([
  ['one digit', ['000000', '777777']],
  ['counted up or down', ['123456', '456789', '890123', '654321', '321098']],
  ['a pair three times', ['121212', '131313', '696969']],
  ['three digits twice', ['123123', '907907']],
  ['doubled digits', ['112233', '998811', '445566']],
  ['tripled digits', ['111222', '999000']],
  ['a pattern on the keypad', ['159753', '147258', '789456', '321654']],
])('a PIN that is %s is refused', (_, pins) => {
  for (const pin of pins) expect(faultOf(pin), pin).toEqual(['This PIN is easy to guess. Choose another one.']);
});

test.each(['284917', '112234', '121213', '123124', '159754', '100101'])('%s is taken', (pin) => {
  expect(faultOf(pin)).toBeUndefined();
});

test.each(['12345', '1234567', '12345a', ''])('"%s" is no PIN of six digits, and nothing else is said of it', (pin) => {
  expect(faultOf(pin)).toEqual(['Enter 6 digits.']);
});
