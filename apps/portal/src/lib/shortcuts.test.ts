import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFreeKey, isShortcut, shortcuts } from './shortcuts.ts';

let page: HTMLElement;
beforeEach(() => {
  shortcuts.set(true);
  page = document.createElement('main');
  page.innerHTML =
    '<input><textarea></textarea><select></select><div contenteditable><b>b</b></div><div role="dialog"><p></p></div><p id="text"></p>';
  document.body.append(page);
});
afterEach(() => page.remove());

function pressed(on: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: '7', bubbles: true, cancelable: true, ...init });
  page.querySelector(on)?.dispatchEvent(event);
  return event;
}

test('a key on the page is a shortcut', () => expect(isShortcut(pressed('#text'))).toBe(true));

test.each(['input', 'textarea', 'select', '[contenteditable] b', '[role="dialog"] p'])('a key in %s is text, not a command', (on) =>
  expect(isShortcut(pressed(on))).toBe(false),
);

test.each<KeyboardEventInit>([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
  '%j is somebody else’s',
  (init) => expect(isShortcut(pressed('#text', init))).toBe(false),
);

test('turned off, no key is a shortcut, and the choice is kept on this computer', () => {
  shortcuts.set(false);
  expect(isShortcut(pressed('#text'))).toBe(false);
  expect(isFreeKey(pressed('#text', { key: 'ArrowDown' }))).toBe(true);
  expect(localStorage.getItem(shortcuts.key)).toBe('false');
});
