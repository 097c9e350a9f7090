import { isDeepStrictEqual } from 'node:util';
import { VigilError } from '@vigil/contract/errors';
import type { LiveSurvey } from '@vigil/contract/factuary-surveys.contract';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import { mostSurveys } from '@vigil/contract/factuary-surveys.values';
import type { WholeSurvey, WrittenSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { definitionFaults } from '@vigil/domain/surveys/definition-faults';
import { instrumentOf, instruments } from '@vigil/domain/surveys/shipped/instruments';
import type { People, PersonName } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { AuthoringStore, SurveyRow, WholeSurveyRow } from './authoring.store.ts';

export interface Authoring {
  /** The surveys that members can be given, those that ship first; with `intake` those that new members are given, or the others. */
  live(tenantId: string, intake: boolean | undefined): Promise<LiveSurvey[]>;
  list(tenantId: string): Promise<WrittenSurvey[]>;
  /** Throws not_found. */
  one(tenantId: string, id: string): Promise<WholeSurvey>;
  /** Keeps what is written; the same again is kept once. Throws conflict on an older revision, and for a survey that ships. */
  save(tenantId: string, by: string, draft: SurveyDraft): Promise<WholeSurvey>;
  /** Throws invalid_input with every fault by its field, conflict on an older revision, not_found. */
  publish(tenantId: string, by: string, id: string, revision: number): Promise<WholeSurvey>;
  /** Throws conflict on an older revision, not_found. */
  retire(tenantId: string, by: string, id: string, revision: number): Promise<WholeSurvey>;
}

export interface AuthoringDeps {
  readonly store: AuthoringStore;
  readonly people: Pick<People, 'namesOf'>;
  readonly clock: Clock;
}

export function createAuthoring({ store, people, clock }: AuthoringDeps): Authoring {
  async function shown(tenantId: string, row: WholeSurveyRow): Promise<WholeSurvey> {
    const names = await people.namesOf(tenantId, [row.changedBy]);
    return { ...writtenOf(row, names), content: row.content as WholeSurvey['content'] };
  }
  async function stored(tenantId: string, id: string): Promise<WholeSurveyRow> {
    const row = await store.one(tenantId, id);
    if (!row) throw new VigilError('not_found', 'There is no such survey.');
    return row;
  }
  const refuseShipped = (id: string) => {
    if (instrumentOf(id)) throw shipped();
  };

  return {
    async live(tenantId, intake) {
      const own = (await store.live(tenantId)).map(({ surveyId, content, name, version, intake: isIntake }) => ({
        ...content,
        ...{ id: surveyId, tenantId, name, version, intake: isIntake, shipped: false },
      }));
      const shippedOnes = instruments.map(({ id, name, version, content }) => ({
        ...content,
        ...{ id, tenantId, name, version, intake: false, shipped: true },
      }));
      return [...shippedOnes, ...own].filter((one) => intake === undefined || one.intake === intake) as LiveSurvey[];
    },

    async list(tenantId) {
      const rows = await store.list(tenantId);
      const names = await people.namesOf(tenantId, [...new Set(rows.map(({ changedBy }) => changedBy))]);
      return [...instruments.map(writtenInstrument), ...rows.map((row) => writtenOf(row, names))];
    },

    async one(tenantId, id) {
      const instrument = instrumentOf(id);
      if (instrument) return { ...writtenInstrument(instrument), content: instrument.content as WholeSurvey['content'] };
      return shown(tenantId, await stored(tenantId, id));
    },

    async save(tenantId, by, draft) {
      refuseShipped(draft.id);
      if (draft.revision === 0 && (await store.list(tenantId)).filter(({ status }) => status !== 'retired').length >= mostSurveys)
        throw new VigilError('conflict', `There are ${mostSurveys} surveys. Nothing was stored; retire one that is not used any more.`);
      const isKept = await store.save(tenantId, draft, { userId: by, nowMs: clock.now() });
      const row = await store.one(tenantId, draft.id);
      if (!row) throw new VigilError('not_found', 'There is no such survey. Nothing was stored; send revision 0 for a new one.');
      if (!isKept && !isSame(row, draft, by)) throw changedMeanwhile(draft.revision, row.revision);
      return shown(tenantId, row);
    },

    async publish(tenantId, by, id, revision) {
      refuseShipped(id);
      const row = await stored(tenantId, id);
      if (row.revision !== revision) throw changedMeanwhile(revision, row.revision);
      const faults = definitionFaults(row.content);
      if (faults.length > 0)
        throw new VigilError('invalid_input', 'The survey cannot be published yet. Nothing was changed; mend what is named.', {
          fields: faults,
        });
      await store.publish(tenantId, id, revision, { userId: by, nowMs: clock.now() });
      const now = await stored(tenantId, id);
      if (now.status !== 'live' || now.publishedRevision !== revision) throw changedMeanwhile(revision, now.revision);
      return shown(tenantId, now);
    },

    async retire(tenantId, by, id, revision) {
      refuseShipped(id);
      await stored(tenantId, id);
      const isRetired = await store.retire(tenantId, id, revision, { userId: by, nowMs: clock.now() });
      const now = await stored(tenantId, id);
      if (!isRetired) throw changedMeanwhile(revision, now.revision);
      return shown(tenantId, now);
    },
  };
}

/** Whether this is what came of the same draft when it was sent before, and the answer got lost. */
const isSame = (row: WholeSurveyRow, { revision, name, intake, content }: SurveyDraft, by: string) =>
  row.revision === revision + 1 &&
  row.changedBy === by &&
  row.name === name &&
  row.intake === intake &&
  isDeepStrictEqual(row.content, content);

function writtenOf(row: SurveyRow, names: (userId: string) => PersonName): WrittenSurvey {
  const { givenName: firstName, familyName: lastName } = names(row.changedBy);
  return {
    ...{ id: row.id, name: row.name, intake: row.intake, status: row.status, revision: row.revision, version: row.version },
    ...{ changed: row.revision !== row.publishedRevision, shipped: false, time_changed: row.changedAt / 1000 },
    changed_by: { id: row.changedBy, firstName, lastName },
  };
}

const writtenInstrument = ({ id, name, version }: (typeof instruments)[number]): WrittenSurvey => ({
  ...{ id, name, intake: false, status: 'live', revision: 0, version, changed: false, shipped: true, time_changed: null, changed_by: null },
});

const shipped = () => new VigilError('conflict', 'This survey ships with the product and stays as it is. Nothing was stored; copy it.');
const changedMeanwhile = (read: number, now: number) =>
  new VigilError(
    'conflict',
    `Somebody has changed this survey meanwhile: you have revision ${read}, and it is at ${now}. Nothing was stored; look at the newer one and change that.`,
    { fields: [{ field: 'revision', message: `Is ${now} now` }] },
  );
