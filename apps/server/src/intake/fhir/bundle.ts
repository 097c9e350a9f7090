import type { RequestContext } from '#http/route.ts';
import { createTurns } from '../turns.ts';
import { fault, type Issue, operationOutcome, within } from './outcome.ts';
import { type Bundle, bundle, fhirPath } from './shapes.ts';
import { createJudge, type FhirDependencies, type Judged, refused, takeIn } from './take-in.ts';

/** Entries of one Bundle; the body's own limit comes first for most. */
const maxEntries = 50_000;
/** SampledData packs a reading into two bytes, and each takes fifty times that while it is judged. */
const maxReadings = 250_000;

export interface BundleAnswer {
  readonly status: number;
  readonly resource: { readonly resourceType: string; readonly [key: string]: unknown };
}

type Entry = NonNullable<Bundle['entry']>[number];

/**
 * A batch: every entry for itself, with its own status in the answer. A transaction: all or nothing; when one entry
 * cannot be stored nothing is, and the answer is an OperationOutcome that names the entries at fault. Should the store
 * fail half-way the whole call fails, and sending it again completes it without doubling anything.
 */
export async function takeInBundle(deps: FhirDependencies, context: RequestContext, json: unknown): Promise<BundleAnswer> {
  const parsed = bundle.safeParse(json);
  if (!parsed.success)
    return failed(
      400,
      parsed.error.issues.map(({ path, message }) => fault('structure', `Bundle.${fhirPath(path)}`, message)),
    );
  const { type, entry: entries = [] } = parsed.data;
  if (type !== 'batch' && type !== 'transaction')
    return failed(400, [fault('not-supported', 'Bundle.type', 'Only Bundles of type batch and transaction can be sent here')]);
  if (entries.length > maxEntries)
    return failed(413, [fault('not-supported', 'Bundle.entry', `A Bundle may hold ${maxEntries} entries at most; send it in parts`)]);

  const judge = createJudge(deps, context);
  const turn = createTurns();
  const judged: Judged[] = [];
  let readings = 0;
  for (const entry of entries) {
    const one = refusedRequest(entry) ?? (await judge(entry.resource));
    judged.push(one);
    if (one.ok) readings += one.read.readings.length;
    if (readings > maxReadings)
      return failed(413, [fault('not-supported', 'Bundle.entry', `A Bundle may hold ${maxReadings} readings at most; send it in parts`)]);
    await turn();
  }
  if (type === 'transaction') {
    const faults = judged.flatMap((one, index) => (one.ok ? [] : within(`Bundle.entry[${index}].resource`, one.issues)));
    const first = judged.find((one) => !one.ok);
    if (first && !first.ok) return failed(Number.parseInt(first.status, 10), faults);
  }
  await takeIn(
    deps,
    context,
    judged.filter((one) => one.ok),
  );
  const lastModified = new Date(deps.clock.now()).toISOString();
  return {
    status: 200,
    resource: {
      resourceType: 'Bundle',
      type: `${type}-response`,
      entry: judged.map((one, index) => ({ response: responseOf(one, index, lastModified) })),
    },
  };
}

/** Why the entry asks for something that is not done here. A PUT is taken like a POST: the id is ours either way. */
function refusedRequest({ request, resource }: Entry): Judged | null {
  if (!request)
    return refused(
      '400 Bad Request',
      fault(
        'required',
        'Observation.request',
        'An entry has to say what to do with its resource: {"method": "POST", "url": "Observation"}',
      ),
    );
  const target = request.url.replace(/[?#].*$/, '').replace(/^\//, '');
  const creates =
    (request.method === 'POST' && target === 'Observation') ||
    (request.method === 'PUT' && /^Observation\/[A-Za-z0-9.-]{1,64}$/.test(target));
  if (resource && resource.resourceType !== 'Observation')
    return refused('422 Unprocessable Entity', fault('not-supported', 'Observation', 'Only Observations can be sent here'));
  if (!creates)
    return refused('405 Method Not Allowed', fault('not-supported', 'Observation.request', 'Only POST Observation is done here'));
  if (!resource) return refused('400 Bad Request', fault('required', 'Observation', 'The entry has no resource'));
  return null;
}

function responseOf(one: Judged, index: number, lastModified: string): object {
  const seenFromBundle = (issues: readonly Issue[]) => operationOutcome(within(`Bundle.entry[${index}].resource`, issues));
  if (!one.ok) return { status: one.status, outcome: seenFromBundle(one.issues) };
  const { id, read } = one;
  const notes = read.notes.length > 0 ? { outcome: seenFromBundle(read.notes) } : {};
  return { status: '201 Created', location: `Observation/${id}`, lastModified, ...notes };
}

function failed(status: number, issues: readonly Issue[]): BundleAnswer {
  return { status, resource: operationOutcome(issues) };
}
