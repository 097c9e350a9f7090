import { VigilError } from '@vigil/contract/errors';
import type { Caller } from '#http/route.ts';
import type { TickSource } from '#services/ticks-store/index.ts';

export interface Provenance {
  readonly source: TickSource;
  readonly deviceId: string | null;
}

/**
 * Who may say where readings come from. Credentials of a device are the only proof that a device measured, so a device
 * sends `device` and nothing else, under its own id; a person sends `manual` or `imported`, and may name the device that
 * an imported file came from. Throws `forbidden` with what to send instead.
 */
export function provenanceOf(caller: Caller, source: TickSource, deviceId: string | undefined): Provenance {
  if (caller.kind === 'device') {
    if (source !== 'device')
      throw new VigilError('forbidden', 'A device sends readings of source "device" only; sign in as a person to send others', {
        fields: [{ field: 'source', message: 'Has to be "device" when sent with a device’s credentials' }],
      });
    if (deviceId !== undefined && deviceId !== caller.deviceId)
      throw new VigilError('forbidden', 'A device sends under its own id only; leave deviceId out or give the id of the credentials', {
        fields: [{ field: 'deviceId', message: 'Has to be the id of the device that is signed in' }],
      });
    return { source, deviceId: caller.deviceId };
  }
  if (source === 'device')
    throw new VigilError(
      'forbidden',
      'Only a device with its own credentials sends readings of source "device"; send "imported" for readings taken over from elsewhere and "manual" for readings entered by hand',
      { fields: [{ field: 'source', message: 'Has to be "manual" or "imported" when sent by a person' }] },
    );
  return { source, deviceId: deviceId ?? null };
}
