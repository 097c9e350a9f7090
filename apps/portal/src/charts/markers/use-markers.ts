import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { registryTimeline } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { listPrescriptions } from '@vigil/contract/fhir-records.contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import type { TimeSpan } from '../series.ts';
import './messages.ts';
import { type Marker, type MarkerKind, markerKinds, timelineFilterOf } from './marker.ts';
import { markersOfPrescriptions, markersOfTimeline } from './markers-of.ts';

const hourSeconds = 3_600;
/** Notes and calls are pushed to nobody. Milliseconds. */
const againMs = 60_000;
const noMarkers: readonly Marker[] = [];

interface MarkersAsked {
  readonly memberId: string;
  readonly zone: string;
  readonly span: TimeSpan;
  /** The kinds that the reader wants to see. */
  readonly kinds: readonly MarkerKind[];
  /** The charts come first. */
  readonly enabled: boolean;
}

export interface Markers {
  /** Of the kinds that are wanted. */
  readonly markers: readonly Marker[];
  /** Those that the reader may see; all of them until that is known. */
  readonly readable: readonly MarkerKind[];
  readonly state: 'loading' | 'ready' | 'failed';
  /** Not all that happened before is among the markers; Unix seconds. Null: all of it is. */
  readonly completeFrom: number | null;
  /** What the member takes is not known, or not all of it. */
  readonly isMedicationMissing: boolean;
  readonly retry: () => void;
}

/** What happened around a member in a stretch: alerts, interventions, notes, calls and medication, as their timeline tells it. For staff. */
export function useMarkers({ memberId, zone, span, kinds, enabled }: MarkersAsked): Markers {
  const { t } = useTranslation('markers');
  // Whole hours: a day that goes on does not ask anew with each minute.
  const startDate = Math.floor(span.from / hourSeconds) * hourSeconds * 1000;
  const endDate = Math.ceil(span.to / hourSeconds) * hourSeconds * 1000;
  const asked = (filters: string) => ({
    ...endpointQuery(
      registryTimeline.getTimeline,
      { params: { patientId: memberId }, query: { startDate, endDate, kinds: filters } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });
  const withMedication = kinds.includes('medication');
  const care = useQuery({ ...asked('alerts,notes,calls'), enabled });
  // By itself: somebody who logs much would push the alerts out of the answer.
  const readings = useQuery({ ...asked('readings'), enabled: enabled && withMedication });
  const prescriptions = useQuery({
    ...endpointQuery(listPrescriptions, { params: { id: memberId }, query: {} }, { quiet: true }),
    staleTime: againMs,
    enabled: enabled && withMedication,
  });
  usePushes('ACTION', { touches: [registryTimeline.getTimeline] });
  const markers = useMemo(() => {
    const entries = [...(care.data?.content ?? []), ...(readings.data?.content ?? [])];
    const all = [...markersOfTimeline(entries, t), ...markersOfPrescriptions(prescriptions.data?.content ?? [], zone, t)];
    return all.length === 0 ? noMarkers : all.filter(({ kind }) => kinds.includes(kind));
  }, [care.data, readings.data, prescriptions.data, kinds, zone, t]);
  const parts = withMedication ? [care, readings] : [care];
  const isComing = parts.some(({ data, isError, isPlaceholderData }) => (data ? isPlaceholderData : !isError));
  const hasNoAnswer = (query: { readonly isError: boolean; readonly data: unknown }) => query.isError && !query.data;
  return {
    markers,
    readable: readableIn(care.data),
    state: hasNoAnswer(care) ? 'failed' : isComing ? 'loading' : 'ready',
    completeFrom: latestOf(parts.map(({ data }) => data && beginningOf(data))),
    isMedicationMissing: withMedication && [readings, prescriptions].some(hasNoAnswer),
    retry: () => void Promise.all([care, readings, prescriptions].filter(hasNoAnswer).map(({ refetch }) => refetch())),
  };
}

type Answer = ReceivedOf<typeof registryTimeline.getTimeline>;

/** An answer counts the kinds that its reader may see. */
function readableIn(answer: Answer | undefined): readonly MarkerKind[] {
  const counts = answer?.counts;
  return counts ? markerKinds.filter((kind) => counts.some((one) => one.kind === timelineFilterOf[kind])) : markerKinds;
}

/** The oldest entry of an answer that has no room for all, in Unix seconds. */
function beginningOf({ complete, content }: Answer): number | undefined {
  const last = content.at(-1);
  return complete || !last ? undefined : last.at / 1000;
}

function latestOf(times: readonly (number | undefined)[]): number | null {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}
