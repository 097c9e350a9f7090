import { VigilError } from '@vigil/contract/errors';
import { type CohortType, mostOwnCohorts, mostSharedCohorts, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import type { CohortFault, StaleVersion } from './cohorts.store.ts';

export const noSuchCohort = () => new VigilError('not_found', 'There is no such cohort. It may have been deleted meanwhile.');

export const noSuchTenant = () =>
  new VigilError('not_found', 'There is no such tenant. Leave tenant_id out, or send that of the tenant you are signed in to.');

export const isDraft = () =>
  new VigilError('conflict', 'This cohort is a draft: nobody belongs to it yet. Finish it first, or look at its preview.');

export const asksOfWhatIsGone = () =>
  new VigilError(
    'conflict',
    'This cohort asks about something that is no longer known here. Nobody is shown; open it and change that condition.',
  );

export const isFixed = (what: string) =>
  new VigilError('conflict', `The ${totalPopulation.title} is the same for everybody and cannot be ${what}.`);

export const totalHasNoStays = () =>
  new VigilError(
    'conflict',
    `Who belongs to the ${totalPopulation.title} is the list of members itself; when each joined stands in their accounts.`,
  );

export const maySay = (type: CohortType) =>
  new VigilError(
    'forbidden',
    type === 'shared'
      ? 'Cohorts are shared by administrators and providers. Nothing was stored; keep it as a custom one.'
      : 'Custom cohorts are kept by the care team. Nothing was stored; share it instead.',
  );

export function inUse(places: readonly string[], what: string): VigilError {
  return new VigilError(
    'conflict',
    `This cohort is in use and was not ${what}. It is used by: ${places.join('; ')}. Take it out there first.`,
    {
      fields: places.map((place) => ({ field: 'used_in', message: place })),
    },
  );
}

export function faultOf(fault: CohortFault, type: CohortType): VigilError {
  if (typeof fault === 'object') return changedMeanwhile(fault.stale);
  switch (fault) {
    case 'gone':
      return new VigilError(
        'not_found',
        'There is no such cohort any more. Nothing was stored; send it without a version and with a new id to keep it.',
      );
    case 'other cohort':
      return new VigilError(
        'conflict',
        'Another cohort has this id. Nothing was stored; send a new id, or the version of the one you mean to change.',
      );
    case 'too many':
      return new VigilError(
        'conflict',
        type === 'shared'
          ? `A tenant shares at most ${mostSharedCohorts} cohorts, and this one does. Nothing was stored; delete one first.`
          : `You have ${mostOwnCohorts} cohorts, which is as many as can be kept. Nothing was stored; delete one first.`,
      );
  }
}

const changedMeanwhile = ({ read, now }: StaleVersion) =>
  new VigilError(
    'conflict',
    `Somebody has changed this cohort since you opened it: you have version ${read}, and it is at ${now}. Nothing was stored; load it again and make your change on what it is now.`,
    { fields: [{ field: 'version', message: `Is ${now} now` }] },
  );
