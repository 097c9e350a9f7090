import type { QueryOf } from '@vigil/contract';
import { postTicksCsv } from '@vigil/contract/ticks-store.contract';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Delivery } from '../delivery.ts';
import type { LargeBodies } from '../large-bodies/large-bodies.ts';
import type { Members } from '../members.ts';
import { provenanceOf } from '../provenance.ts';
import type { ReadingCounter } from '../reading-counter.ts';
import { countsOf } from '../tick-collector.ts';
import type { CsvOptions } from './read-csv.ts';
import { type ReadFile, readFile } from './read-file.ts';
import { requireThisMember } from './this-member.ts';

export interface CsvRoutesDependencies {
  readonly delivery: Delivery;
  readonly clock: Clock;
  readonly members: Members;
  readonly large: LargeBodies;
  readonly counter: ReadingCounter;
}

type FileOptions = Omit<CsvOptions, 'batchTicks' | 'maxRows' | 'signal'>;

export function csvRoutes({ delivery, clock, members, large, counter }: CsvRoutesDependencies): readonly Route[] {
  async function takeIn(
    { params, query }: { readonly params: { readonly userId: string }; readonly query: QueryOf<typeof postTicksCsv> },
    context: RequestContext,
    read: (options: FileOptions) => Promise<ReadFile>,
  ) {
    const provenance = provenanceOf(context.caller, query.source, undefined);
    const tenantId = tenantOf(context).id;
    const memberTimeZone = await members.timeZoneOf(tenantId, params.userId);
    const { person, notPersons } = query;
    const { collected, ...summary } = await read({ nowMs: clock.now(), timeZone: query.tz, memberTimeZone, person, notPersons });
    await requireThisMember(members, { tenantId, userId: params.userId }, summary.persons);
    const dryRun = query.dryRun === 'true';
    if (!dryRun) {
      await delivery.deliver(tenantId, context.caller, [{ ...provenance, userId: params.userId, series: collected.series }]);
      counter.count('csv', collected);
    }
    return {
      ...countsOf(collected),
      dryRun,
      rows: summary.rows,
      rowsOfOthers: summary.rowsOfOthers,
      metrics: [...summary.metrics],
      ignoredColumns: [...summary.ignoredColumns],
    };
  }
  return [
    route(
      postTicksCsv,
      (input, context) => takeIn(input, context, (options) => readFile(input.body, { ...options, signal: context.signal })),
      {
        aboveBytes: large.aboveBytes.csv,
        handler: (input, context) => takeIn(input, context, (options) => large.readFile(input.bytes, options, context)),
      },
    ),
  ];
}
