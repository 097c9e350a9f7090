import { readings, syncedUntilMs } from '@vigil/simulator';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { BandClient } from './band-client.ts';
import { backdateSyncs, readStoredUntil, writeStoredUntil } from './demo.store.ts';
import type { DeviceSecret } from './devices.ts';
import type { HistorySink } from './history.ts';
import type { DemoMember } from './people.ts';

export interface LiveDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly client: BandClient;
  /** For what people type in: a band's credentials speak for the band alone. */
  readonly ticksStore: Pick<HistorySink, 'append'>;
  readonly members: readonly DemoMember[];
  readonly secrets: ReadonlyMap<string, DeviceSecret>;
}

export interface LiveSender {
  /** Sends for the next few bands whatever has reached them; resolves when the server has answered. Never throws. */
  step(): Promise<void>;
  /** Notes in the database how far each band has come, and that silent bands have not synced since. */
  save(): Promise<void>;
}

/** Each band's turn comes once in so many steps. */
export const stepsPerRound = 30;
/** A band that was out of touch sends its past in portions, one a turn. */
const longestPortionMs = 6 * 3_600_000;
const saveEverySteps = 15;

interface Band {
  readonly member: DemoMember;
  readonly secret: DeviceSecret;
  /** Readings stamped before this have been stored. */
  sentUntilMs: number;
}

/** Sends what the members' bands record, as it is recorded. A band without a history yet waits for it. */
export async function createLiveSender(deps: LiveDeps): Promise<LiveSender> {
  const { client, clock, database, log, ticksStore } = deps;
  const bands = await createBands(deps);
  const tenantIds = new Set(deps.members.map((member) => member.tenantId));
  const unsaved = new Map<string, Band>();
  let position = 0;
  let steps = 0;
  let waitUntilMs = 0;
  let isTroubled = false;

  function troubled(reason: string): void {
    if (!isTroubled) log.warn({ reason }, 'demo: live readings cannot be sent; trying again');
    isTroubled = true;
  }

  /** True when the server took the band's news, or there was none. */
  async function sendFor(band: Band): Promise<boolean> {
    const { profile, tenantId, userId } = band.member;
    const synced = Math.min(syncedUntilMs(profile, clock.now()), profile.toMs ?? Number.POSITIVE_INFINITY);
    const untilMs = Math.min(synced, band.sentUntilMs + longestPortionMs);
    if (untilMs <= band.sentUntilMs) return true;
    const { device = [], manual = [] } = Object.groupBy(readings(profile, band.sentUntilMs, untilMs).series, (one) => one.source);
    if (device.length > 0) {
      const sent = await client.send(band.secret, userId, device);
      if (sent.kind === 'refused') {
        bands.splice(bands.indexOf(band), 1);
        log.warn({ device: band.secret.deviceId }, 'demo: a band is not let in any more; it stops sending');
        return true;
      }
      if (sent.kind === 'later') {
        waitUntilMs = clock.now() + sent.waitMs;
        troubled('the server asks to wait');
        return false;
      }
    }
    if (manual.length > 0)
      await ticksStore.append({ tenantId, userId, source: 'manual', deviceId: null, receivedAtMs: clock.now(), series: manual });
    band.sentUntilMs = untilMs;
    unsaved.set(userId, band);
    if (isTroubled) log.info('demo: live readings are sent again');
    isTroubled = false;
    return true;
  }

  async function save(): Promise<void> {
    const news = [...unsaved.values()];
    unsaved.clear();
    for (const [tenantId, own] of Map.groupBy(news, (band) => band.member.tenantId))
      await writeStoredUntil(database, tenantId, new Map(own.map((band) => [band.member.userId, band.sentUntilMs])));
    for (const tenantId of tenantIds) await backdateSyncs(database, tenantId);
  }

  return {
    async step() {
      try {
        if (clock.now() < waitUntilMs) return;
        const share = Math.ceil(bands.length / stepsPerRound);
        for (let n = 0; n < share && bands.length > 0; n++) {
          position = (position + 1) % bands.length;
          if (!(await sendFor(bands[position] as Band))) return;
        }
        steps += 1;
        if (steps % saveEverySteps === 0) await save();
      } catch (error) {
        waitUntilMs = clock.now() + 5_000;
        troubled(error instanceof Error ? error.name : 'unknown');
      }
    },
    save,
  };
}

/** Bands that may still have something to say, in an order that does not follow the list of members. */
async function createBands({ clock, database, members, secrets }: LiveDeps): Promise<Band[]> {
  const bands: Band[] = [];
  for (const [tenantId, own] of Map.groupBy(members, (member) => member.tenantId)) {
    const stored = await readStoredUntil(database, tenantId);
    for (const member of own) {
      const secret = secrets.get(member.userId);
      const sentUntilMs = stored.get(member.userId);
      const isOver = member.profile.toMs !== null && member.profile.toMs <= clock.now();
      if (secret && typeof sentUntilMs === 'number' && !isOver) bands.push({ member, secret, sentUntilMs });
    }
  }
  return bands.sort((a, b) => a.member.profile.seed - b.member.profile.seed);
}
