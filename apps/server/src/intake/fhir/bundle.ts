import type { RequestContext } from '#http/route.ts';
import { maxBundleEntries, maxBundleIssues, maxIssues } from '../limits.ts';
import { createTurns } from '../turns.ts';
import { fault, type Issue, operationOutcome, within } from './outcome.ts';
import { type Bundle, bundle, fhirPath } from './shapes.ts';
import { createJudge, type FhirDependencies, type Judged, refused, takeIn } from './take-in.ts';

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
  // Counted before anything looks at the entries one by one: a complaint about each costs more than the body did.
  if (entriesIn(json) > maxBundleEntries)
    return failed(413, [fault('not-supported', 'Bundle.entry', `A Bundle may hold ${maxBundleEntries} entries at most; send it in parts`)]);
  const parsed = bundle.safeParse(json);
  if (!parsed.success)
    return failed(
      400,
      parsed.error.issues.slice(0, maxIssues).map(({ path, message }) => fault('structure', `Bundle.${fhirPath(path)}`, message)),
    );
  const { type, entry: entries = [] } = parsed.data;
  if (type !== 'batch' && type !== 'transaction')
    return failed(400, [fault('not-supported', 'Bundle.type', 'Only Bundles of type batch and transaction can be sent here')]);

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
    if (first && !first.ok) return failed(Number.parseInt(first.status, 10), faults.slice(0, maxBundleIssues));
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
      entry: responsesTo(judged, lastModified).map((response) => ({ response })),
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
  const [path = ''] = request.url.split(/[?#]/, 1);
  const target = path.startsWith('/') ? path.slice(1) : path;
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

function entriesIn(json: unknown): number {
  const { entry } = (json ?? {}) as { entry?: unknown };
  return Array.isArray(entry) ? entry.length : 0;
}

/** What became of each entry; the issues listed are bounded over all of them, so that an answer stays in proportion to what was sent. */
function responsesTo(judged: readonly Judged[], lastModified: string): readonly object[] {
  let room = maxBundleIssues;
  return judged.map((one, index) => {
    const issues = (one.ok ? one.read.notes : one.issues).slice(0, Math.max(room, one.ok ? 0 : 1));
    room -= issues.length;
    return responseOf(one, issues, index, lastModified);
  });
}

function responseOf(one: Judged, issues: readonly Issue[], index: number, lastModified: string): object {
  const seenFromBundle = (issues: readonly Issue[]) => operationOutcome(within(`Bundle.entry[${index}].resource`, issues));
  if (!one.ok) return { status: one.status, outcome: seenFromBundle(issues) };
  const notes = issues.length > 0 ? { outcome: seenFromBundle(issues) } : {};
  return { status: '201 Created', location: `Observation/${one.id}`, lastModified, ...notes };
}

function failed(status: number, issues: readonly Issue[]): BundleAnswer {
  return { status, resource: operationOutcome(issues) };
}
