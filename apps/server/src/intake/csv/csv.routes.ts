import { setImmediate as nextTurn } from 'node:timers/promises';
import { postTicksCsv } from '@vigil/contract/ticks-store.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Delivery } from '../delivery.ts';
import type { MembersStore } from '../members.store.ts';
import { provenanceOf } from '../provenance.ts';
import type { Sifted } from '../tick-sieve.ts';
import { readCsv } from './read-csv.ts';

/** The parser works a piece through at once, so pieces are small, and other requests get their turn between them. */
const pieceCharacters = 32 * 1024;

export function csvRoutes(deps: { readonly delivery: Delivery; readonly clock: Clock; readonly members: MembersStore }): readonly Route[] {
  return [
    route(postTicksCsv, async ({ params, query, body }, context) => {
      const provenance = provenanceOf(context.caller, query.source, undefined);
      const tenantId = tenantOf(context).id;
      let sifted: Sifted | undefined;
      // One batch: a file that cannot be read to its end stores nothing.
      const summary = await readCsv(
        pieces(body),
        {
          nowMs: deps.clock.now(),
          timeZone: query.tz,
          memberTimeZone: await deps.members.timeZoneOf(tenantId, params.userId),
          batchTicks: Number.POSITIVE_INFINITY,
          signal: context.signal,
        },
        async (everything) => {
          sifted = everything;
        },
      );
      const dryRun = query.dryRun === 'true';
      const { series = [], accepted = 0, rejected = [], rejectedTotal = 0 } = sifted ?? {};
      if (!dryRun) await deps.delivery.deliver(tenantId, context.caller, [{ ...provenance, userId: params.userId, series }]);
      return {
        accepted,
        rejected: [...rejected],
        rejectedTotal,
        dryRun,
        rows: summary.rows,
        metrics: [...summary.metrics],
        ignoredColumns: [...summary.ignoredColumns],
      };
    }),
  ];
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length; ) {
    // A pair of surrogates stays together.
    let to = Math.min(text.length, from + pieceCharacters);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to += 1;
    yield Buffer.from(text.slice(from, to));
    from = to;
    await nextTurn();
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
