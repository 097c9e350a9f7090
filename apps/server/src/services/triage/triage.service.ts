import { VigilError } from '@vigil/contract/errors';
import type { News2 } from '@vigil/contract/triage.contract';
import type { News2StatementBody } from '@vigil/contract/triage.forms';
import { news2Applies } from '@vigil/domain/news2/applies';
import { news2Inputs, news2Score, news2Words } from '@vigil/domain/news2/score';
import { ageYears } from '@vigil/domain/people/age';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/postgres/database.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { gatherInputs } from './news2-inputs.ts';
import { ownBaselines } from './own-baselines.ts';
import type { TriageStore } from './triage.store.ts';

export interface Triage {
  /** NEWS2 of a member now, and beside it the own baselines. */
  news2(tenantId: string, userId: string): Promise<News2>;
  /** Keeps what `by` says of a member; sent again it is kept once. Throws conflict for an id that is another statement's. */
  state(tenantId: string, by: string, userId: string, statement: News2StatementBody): Promise<News2>;
}

export interface TriageServiceDeps {
  readonly store: TriageStore;
  readonly ticks: Pick<TicksReads, 'moments' | 'stateRuns' | 'recentDays'>;
  readonly people: Pick<People, 'timeZoneOf' | 'accounts'>;
  readonly clock: Clock;
  /** Told, in its transaction, that something was said of a member. */
  readonly onSaid: (sql: Sql, tenantId: string, userId: string) => Promise<void>;
}

export function createTriageService({ store, ticks, people, clock, onSaid }: TriageServiceDeps): Triage {
  async function news2(tenantId: string, userId: string): Promise<News2> {
    const nowSeconds = clock.now() / 1000;
    const [said, timeZone, account] = await Promise.all([
      store.newest(tenantId, userId),
      people.timeZoneOf(tenantId, userId),
      people.accounts.user(tenantId, userId),
    ]);
    const [{ inputs, known, scale }, beside] = await Promise.all([
      gatherInputs(ticks, { tenantId, userId, nowSeconds }, said),
      ownBaselines(ticks, { tenantId, userId, nowSeconds, timeZone }),
    ]);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const isPregnant = said.some(({ kind, value }) => kind === 'pregnancy' && value === 'yes');
    const applies = news2Applies(account?.birthDate ? ageYears(account.birthDate, today) : null, isPregnant);
    const score = news2Score(inputs, scale);
    const { low, high, known: count, hasThree, band } = score;
    const isGiven = applies === 'yes' || applies === 'age_unknown';
    const setScale = said.find(({ kind }) => kind === 'scale');
    return {
      ...{ applies, asOf: nowSeconds, ...beside },
      score: isGiven ? { low, high, known: count, hasThree, band, words: news2Words(score) } : null,
      inputs: news2Inputs.map((input) => ({
        ...{ input, value: inputs[input], low: score.inputs[input].low, high: score.inputs[input].high },
        ...(known[input] ?? { measuredAt: null, readings: null, source: null, saidBy: null }),
      })),
      scale: { scale, setBy: setScale?.saidBy ?? null, setAt: setScale ? setScale.saidAt / 1000 : null },
    };
  }

  return {
    news2,
    async state(tenantId, by, userId, { id, kind, value }) {
      const statement = { id, userId, kind, value, saidBy: by, saidAt: clock.now() };
      const stored = await store.insert(tenantId, statement, (sql) => onSaid(sql, tenantId, userId));
      const isSame = stored?.userId === userId && stored.kind === kind && stored.value === value && stored.saidBy === by;
      if (!isSame) throw new VigilError('conflict', 'Something else was stored before under this id. It stays as it is.');
      return news2(tenantId, userId);
    },
  };
}
