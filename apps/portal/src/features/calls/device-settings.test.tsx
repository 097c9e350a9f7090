import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chosenDevices, deviceInUse, devices } from '#lib/calls/devices.ts';
import { session } from '#lib/session/session.ts';
import { DeviceSettings } from './device-settings.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const nurse = 'nurse';
let plugged: { kind: MediaDeviceKind; deviceId: string; label: string }[];
let refusal: string | null;
let opened: MediaStreamConstraints[];
let changes: EventTarget;

const headset = { kind: 'audioinput', deviceId: 'headset', label: 'Headset' } as const;
const builtIn = { kind: 'audioinput', deviceId: 'built-in', label: 'Built-in microphone' } as const;
const loud = { kind: 'audiooutput', deviceId: 'loud', label: 'Loudspeaker' } as const;

beforeEach(() => {
  localStorage.clear();
  devices.set([]);
  chosenDevices.choose(nurse, 'microphone', null);
  [plugged, refusal, opened, changes] = [[builtIn, headset, loud], null, [], new EventTarget()];
  session.set({ userId: nurse, tenant: { tenant: 't', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  Object.assign(navigator, {
    mediaDevices: Object.assign(changes, {
      enumerateDevices: async () => plugged,
      getUserMedia: async (wanted: MediaStreamConstraints) => {
        opened.push(wanted);
        if (refusal) throw Object.assign(new Error('no'), { name: refusal });
        const track = Object.assign(new EventTarget(), { kind: 'audio', readyState: 'live', stop: () => {}, onended: null });
        return { getTracks: () => [track] };
      },
    }),
  });
  // jsdom plays nothing; the browser that is meant can choose an output.
  Object.assign(HTMLMediaElement.prototype, { setSinkId: async () => undefined });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId');
});

const show = () => render(<DeviceSettings onClose={() => {}} />);
const choice = (name: string) => screen.findByLabelText<HTMLSelectElement>(name, { exact: true });
const plug = async (...now: typeof plugged) => {
  plugged = now;
  changes.dispatchEvent(new Event('devicechange'));
};

test('a device is chosen by its name, opened at once, and kept by its id and nothing else', async () => {
  show();
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'Headset' })).toHaveLength(1));
  await userEvent.selectOptions(await choice('Microphone'), 'Headset');
  await waitFor(() => expect(opened.at(-1)).toMatchObject({ audio: { deviceId: { exact: 'headset' } } }));
  await userEvent.selectOptions(await choice('Ringing through'), 'Loudspeaker');
  const kept = localStorage.getItem('vigil.callDevices');
  expect(JSON.parse(kept ?? '')).toEqual({ [nurse]: { microphone: 'headset', ringing: 'loud' } });
  expect(kept).not.toContain('Headset');
});

test('unplugged, what is set on the computer is used and it is said; plugged in again it is back', async () => {
  chosenDevices.choose(nurse, 'microphone', 'headset');
  show();
  await waitFor(async () => expect((await choice('Microphone')).value).toBe('headset'));
  await plug(builtIn, loud);
  await screen.findByText(/The one you chose is not plugged in/);
  expect(deviceInUse(nurse, 'microphone')).toBeNull();
  await plug(builtIn, headset, loud);
  await waitFor(() => expect(screen.queryByText(/not plugged in/)).toBeNull());
  expect([deviceInUse(nurse, 'microphone'), (await choice('Microphone')).value]).toEqual(['headset', 'headset']);
});

test.each([
  ['NotAllowedError', /Press the lock or the sliders beside the address/],
  ['NotFoundError', /No microphone was found/],
  ['NotReadableError', /in use by another program/],
])('%s is said with what to press, and tried again', async (name, words) => {
  refusal = name;
  show();
  await screen.findByText(words);
  refusal = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('meter', { name: 'Loudness of the microphone' });
  expect(screen.queryByText(words)).toBeNull();
});

test('before the microphone was allowed it is not opened; a press asks for it', async () => {
  plugged = [{ kind: 'audioinput', deviceId: '', label: '' }];
  show();
  const allow = await screen.findByRole('button', { name: 'Allow microphone' });
  expect(opened).toEqual([]);
  await userEvent.click(allow);
  await waitFor(() => expect(opened).toHaveLength(1));
});

test('a browser that cannot choose an output says where to choose it', async () => {
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId');
  show();
  expect(await screen.findAllByText(/Choose the output there/)).toHaveLength(2);
  expect(screen.queryByLabelText('Speaker', { exact: true })).toBeNull();
});
