import { createHash } from 'node:crypto';
import type { DateRange } from '@vigil/domain/fhir/date-range';

/** What is kept of other systems' records, by its type in FHIR R4. */
export const clinicalTypes = ['Condition', 'Procedure', 'MedicationRequest', 'MedicationStatement', 'ServiceRequest'] as const;
export type ClinicalType = (typeof clinicalTypes)[number];

export type FhirElements = Readonly<Record<string, unknown>>;

/** A part of a member's record from another system. */
export interface ClinicalResource {
  readonly resourceType: ClinicalType;
  /** The server's base address, or the name given to the files. */
  readonly origin: string;
  readonly originId: string;
  readonly status: string | null;
  /** `system|code` of every coding of what it is about. */
  readonly codes: readonly string[];
  readonly isInError: boolean;
  /** What its date covers. */
  readonly when: DateRange | null;
  /** The FHIR elements that are kept, without resourceType, id, meta and subject. */
  readonly content: FhirElements;
  readonly originUpdatedMs: number | null;
}

/** One that is stored. */
export interface StoredResource extends ClinicalResource {
  readonly id: string;
  readonly userId: string;
  readonly importedAt: number;
  readonly changedAt: number;
}

/** The id under which a resource is kept: the same for the same resource of the same origin and member. */
export function clinicalId(userId: string, { resourceType, origin, originId }: ClinicalResource): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([userId, resourceType, origin, originId]))
    .digest('hex');
  // RFC 9562: version 8, made of what one likes.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
