import type { ReadingSeries } from '@vigil/simulator';
import type { DeviceSecret } from './devices.ts';

/** What came of sending a batch. `refused`: never for this band again; `later`: not before `waitMs` have passed. */
export type Sent = { readonly kind: 'stored' } | { readonly kind: 'refused' } | { readonly kind: 'later'; readonly waitMs: number };

export interface BandClientOptions {
  /** Base URL of the server, without a slash at the end. */
  readonly url: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export interface BandClient {
  /** Sends what the band measured, through the same calls that any band uses. Throws when the server cannot be reached. */
  send(band: DeviceSecret, userId: string, series: readonly ReadingSeries[]): Promise<Sent>;
}

interface Token {
  readonly value: string;
  readonly renewAtMs: number;
}

const requestTimeoutMs = 15_000;
/** A token is renewed this long before it ends, as the portal does. */
const renewEarlyMs = 120_000;
const patienceMs = 5_000;

/** A band as the server sees one: it signs in with its own credentials, sends ticks by columns, and does as it is told when refused. */
export function createBandClient({ url, now, signal }: BandClientOptions): BandClient {
  const tokens = new Map<string, Token>();

  const request = (path: string, init: RequestInit) =>
    fetch(`${url}${path}`, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]) });

  async function signIn(band: DeviceSecret): Promise<Token | Sent> {
    const answer = await request('/idp/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${encodeURIComponent(band.deviceId)}:${encodeURIComponent(band.secret)}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (!answer.ok) return refusal(answer);
    const { access_token: value, expires_in: seconds } = (await answer.json()) as { access_token: string; expires_in: number };
    const token = { value, renewAtMs: now() + Math.max(10_000, seconds * 1_000 - renewEarlyMs) };
    tokens.set(band.deviceId, token);
    return token;
  }

  async function refusal(answer: Response): Promise<Sent> {
    await answer.body?.cancel();
    if (answer.status === 429 || answer.status >= 500) {
      const seconds = Number(answer.headers.get('retry-after'));
      return { kind: 'later', waitMs: seconds > 0 ? seconds * 1_000 : patienceMs };
    }
    return { kind: 'refused' };
  }

  return {
    async send(band, userId, series) {
      const known = tokens.get(band.deviceId);
      const token = known && known.renewAtMs > now() ? known : await signIn(band);
      if ('kind' in token) return token;
      const answer = await request(`/ticks-store/api/v1/users/${userId}/ticks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' },
        body: JSON.stringify({ source: 'device', series: Object.fromEntries(series.map((one) => [one.metric, columns(one)])) }),
      });
      if (answer.ok) {
        await answer.body?.cancel();
        return { kind: 'stored' };
      }
      tokens.delete(band.deviceId);
      // The token may have been spoilt by a restart; whether the band itself is refused shows when it signs in again.
      if (answer.status === 401) {
        await answer.body?.cancel();
        return { kind: 'later', waitMs: 1_000 };
      }
      return refusal(answer);
    },
  };
}

const columns = ({ timestampsMs, values }: ReadingSeries) => ({
  timestamps: Array.from(timestampsMs, (ms) => ms / 1_000),
  values: Array.from(values),
});
