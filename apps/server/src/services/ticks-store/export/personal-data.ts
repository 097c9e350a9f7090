import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { TakenBackStore } from '../write/taken-back-store.ts';
import { metricsOf, readingsFile } from './readings-file.ts';

export interface TicksPersonalDataDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  readonly takenBack: Pick<TakenBackStore, 'ofMetric'>;
}

const derived = { not: 'computed from the readings, which are exported' } as const;
const readings = { exported: ['readings/*.csv'], erased: 'record' } as const;

/** Readings of a person and all that is computed from them; they are part of the clinical record. */
export function ticksPersonalData(deps: TicksPersonalDataDeps): PersonalData {
  const { engine, database } = deps;
  return {
    tables: {
      ticks: readings,
      ticks_taken_back: readings,
      ticks_hour: { exported: derived, erased: 'record' },
      ticks_day: { exported: derived, erased: 'record' },
      ticks_kept_step: { exported: derived, erased: 'record' },
      latest_ticks: { exported: derived, erased: 'record' },
      latest_values: { exported: derived, erased: 'record' },
      band_syncs: { exported: ['band-sync.json'], erased: 'record' },
      ticks_behind: {
        exported: { not: 'work of the last seconds, ids only' },
        erased: { kept: 'gone by itself once rollups have followed, within seconds' },
      },
    },
    async exportOf(person) {
      const metrics = await metricsOf(engine, person);
      return [
        jsonFile({ name: 'band-sync.json', about: 'when your band first and last sent anything.' }, () => bandSyncOf(database, person)),
        ...metrics.map((metric) => readingsFile(deps, person, metric)),
      ];
    },
    async erase(person, step) {
      if (step === 'record') await eraseReadings(deps, person);
    },
  };
}

async function bandSyncOf(database: Database, { tenantId, userId }: PersonInTenant): Promise<object | null> {
  const [row] = await database.tenant(tenantId, (sql) =>
    sql.query<{ firstTickAt: number; lastReceivedAt: number }>(
      'select first_tick_at, last_received_at from vigil.band_syncs where tenant_id = $1 and user_id = $2',
      [tenantId, userId],
    ),
  );
  return row ? { firstReadingAt: isoTime(row.firstTickAt), lastReceivedAt: isoTime(row.lastReceivedAt) } : null;
}

/** Rewriting the parts that hold a member's rows takes a while on a large store, and nobody waits. */
const erasing = { lane: 'background', maxSeconds: 3_600 } as const;
const ofPerson = 'tenant_id = {tenantId:UUID} and user_id = {userId:UUID}';

/**
 * The values themselves leave the disk, not only what finds them: mutations rewrite the parts, and are waited for. The ticks
 * go first, since whatever is computed from them could be computed again; kept steps last, which are not kept without ticks.
 */
async function eraseReadings({ engine, database }: TicksPersonalDataDeps, person: PersonInTenant): Promise<void> {
  const { tenantId, userId } = person;
  const parameters = { tenantId, userId };
  await engine.command(`alter table vigil.ticks delete where ${ofPerson} settings mutations_sync = 2`, parameters, erasing);
  await engine.command(`alter table vigil.ticks_hour delete where ${ofPerson} settings mutations_sync = 2`, parameters, erasing);
  await engine.command(`alter table vigil.ticks_day delete where ${ofPerson} settings mutations_sync = 2`, parameters, erasing);
  await engine.command(`alter table vigil.ticks_kept_step delete where ${ofPerson} settings mutations_sync = 2`, parameters, erasing);
  await database.tenant(tenantId, async (sql) => {
    await sql.query('delete from vigil.ticks_taken_back where tenant_id = $1 and user_id = $2', [tenantId, userId]);
    await sql.query('delete from vigil.latest_ticks where tenant_id = $1 and user_id = $2', [tenantId, userId]);
    await sql.query('delete from vigil.band_syncs where tenant_id = $1 and user_id = $2', [tenantId, userId]);
  });
}
