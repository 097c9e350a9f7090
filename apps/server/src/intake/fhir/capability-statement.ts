import { catalogue, metricIds } from '@vigil/domain/metrics/catalogue';
import { acceptedUcumCodes } from '@vigil/domain/units/ucum';
import { loinc, ucum, vigilMetric } from './codes.ts';
import { observationSearch, readableResources } from './readable-resources.ts';

/** What the FHIR API understands, as a FHIR R4 CapabilityStatement. `date` is when the server started. */
export function capabilityStatement(date: string): { readonly resourceType: string; readonly [key: string]: unknown } {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date,
    kind: 'instance',
    software: { name: 'Vigil' },
    implementation: { description: 'Vigil: readings of vital signs come in here, and what is kept of members can be read' },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json', 'json'],
    rest: [
      {
        mode: 'server',
        documentation:
          'Observations of vital signs are sent one by one or in Bundles. A reading sent again changes nothing; a corrected one takes the place of the old. Readings leave as Observations: single ones by the vital-signs profiles, those at an even pace as SampledData, of an hour at most. Paging by next links; _count up to 1,000.',
        security: {
          cors: false,
          service: [
            {
              coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'OAuth', display: 'OAuth' }],
              text: 'OAuth 2.0 bearer tokens: people by authorisation code with PKCE, devices by client credentials',
            },
          ],
        },
        resource: [
          {
            type: 'Observation',
            supportedProfile: ['http://hl7.org/fhir/StructureDefinition/vitalsigns', 'http://hl7.org/fhir/StructureDefinition/bp'],
            interaction: [{ code: 'create' }, ...observationSearch.interaction],
            searchParam: observationSearch.searchParam,
            versioning: 'no-version',
            readHistory: false,
            updateCreate: false,
            conditionalCreate: false,
            referencePolicy: ['literal'],
            documentation: codesTable(),
          },
          ...readableResources,
        ],
        interaction: [{ code: 'batch' }, { code: 'transaction' }],
      },
    ],
  };
}

/** CapabilityStatement.documentation is markdown. */
function codesTable(): string {
  const rows = metricIds.map((id) => {
    const { label, loinc: codes } = catalogue[id];
    const units = acceptedUcumCodes(catalogue[id]).map((code) => `\`${code}\``);
    return `| ${label} | ${codes.join(', ') || '–'} | \`${id}\` | ${units.join(' ')} |`;
  });
  return [`| measurement | ${loinc} | ${vigilMetric} | ${ucum} |`, '| --- | --- | --- | --- |', ...rows].join('\n');
}
