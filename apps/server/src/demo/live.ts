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
  readonly ticksWriter: Pick<HistorySink, 'append'>;
  readonly members: readonly DemoMember[];
  readonly secrets: ReadonlyMap<string, DeviceSecret>;
}

export interface LiveSender {
  /** Sends whatever has reached each band; resolves when the server has answered. Never throws. */
  sync(): Promise<void>;
  /** Notes in the database how far each band has come, and that silent bands have not synced since. */
  save(): Promise<void>;
}

/**
 * Bands that send at the same time. What is stored together costs the stores little more than the readings of one band would, so a
 * demonstration that nobody looks at leaves the machine to others; a large one still does not flood its own server.
 */
const abreast = 64;
/** A band that was out of touch sends its past in portions, one each time. */
const longestPortionMs = 6 * 3_600_000;

interface Band {
  readonly member: DemoMember;
  readonly secret: DeviceSecret;
  /** Readings stamped before this have been stored. */
  sentUntilMs: number;
}

/** Sends what the members' bands record, as it is recorded. A band without a history yet waits for it. */
export async function createLiveSender(deps: LiveDeps): Promise<LiveSender> {
  const { client, clock, database, log, ticksWriter } = deps;
  const bands = await createBands(deps);
  const tenantIds = new Set(deps.members.map((member) => member.tenantId));
  const unsaved = new Map<string, Band>();
  let waitUntilMs = 0;
  let isTroubled = false;

  function troubled(reason: string): void {
    if (!isTroubled) log.warn({ reason }, 'demo: live readings cannot be sent; trying again');
    isTroubled = true;
  }

  /** Sends a band's news. False when there was none. */
  async function sendFor(band: Band): Promise<boolean> {
    const { profile, tenantId, userId } = band.member;
    const synced = Math.min(syncedUntilMs(profile, clock.now()), profile.toMs ?? Number.POSITIVE_INFINITY);
    const untilMs = Math.min(synced, band.sentUntilMs + longestPortionMs);
    if (untilMs <= band.sentUntilMs) return false;
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
        return true;
      }
    }
    if (manual.length > 0)
      await ticksWriter.append({ tenantId, userId, source: 'manual', deviceId: null, receivedAtMs: clock.now(), series: manual });
    band.sentUntilMs = untilMs;
    unsaved.set(userId, band);
    if (isTroubled) log.info('demo: live readings are sent again');
    isTroubled = false;
    return device.length > 0;
  }

  async function save(): Promise<void> {
    const news = [...unsaved.values()];
    unsaved.clear();
    for (const [tenantId, own] of Map.groupBy(news, (band) => band.member.tenantId))
      await writeStoredUntil(database, tenantId, new Map(own.map((band) => [band.member.userId, band.sentUntilMs])));
    for (const tenantId of tenantIds) await backdateSyncs(database, tenantId);
  }

  /** Sends for one band after the other for as long as the server takes it, or until so many have sent. */
  async function sendInTurn(waiting: Band[], most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let sent = 0; sent < most && clock.now() >= waitUntilMs; ) {
      const band = waiting.pop();
      if (!band) return;
      try {
        if (await sendFor(band)) sent += 1;
      } catch (error) {
        waitUntilMs = clock.now() + 5_000;
        troubled(error instanceof Error ? error.name : 'unknown');
      }
    }
  }

  return {
    async sync() {
      const waiting = [...bands];
      // One goes ahead: a server that is away, or asks to wait, is not asked by all of them.
      await sendInTurn(waiting, 1);
      await Promise.all(Array.from({ length: abreast }, () => sendInTurn(waiting)));
      if (unsaved.size > 0) await save().catch((error: unknown) => troubled(error instanceof Error ? error.name : 'unknown'));
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
