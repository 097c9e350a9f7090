/** HL7 FHIR R4, value set issue-type: those that intake uses. */
export type IssueType =
  | 'business-rule'
  | 'code-invalid'
  | 'forbidden'
  | 'informational'
  | 'invalid'
  | 'not-found'
  | 'not-supported'
  | 'processing'
  | 'required'
  | 'structure'
  | 'value';

/** One thing wrong, or worth knowing, about what was sent. */
export interface Issue {
  readonly severity: 'error' | 'information';
  readonly code: IssueType;
  /** For people; without the member's data. */
  readonly diagnostics: string;
  /** FHIRPath of the element, from the resource that was sent. */
  readonly expression: string;
}

export function fault(code: IssueType, expression: string, diagnostics: string): Issue {
  return { severity: 'error', code, diagnostics, expression };
}

export function note(expression: string, diagnostics: string): Issue {
  return { severity: 'information', code: 'informational', diagnostics, expression };
}

/** Of a condition under which alone something was to be done. */
export function refusedCondition(expression: string): Issue {
  return fault(
    'not-supported',
    expression,
    'Conditions are not understood here. Leave it out: a reading that is sent again is stored once',
  );
}

export interface OperationOutcome {
  readonly [key: string]: unknown;
  readonly resourceType: 'OperationOutcome';
  readonly issue: readonly object[];
}

/** More complaints than this help nobody, and an answer stays small whatever was sent. */
const maxIssues = 1_000;

/** The first thousand issues; a last one says how many more there are. */
export function operationOutcome(issues: readonly Issue[]): OperationOutcome {
  const left = issues.length - maxIssues;
  const listed = left > 0 ? [...issues.slice(0, maxIssues), note('Resource', `${left} more issues are not listed`)] : issues;
  return {
    resourceType: 'OperationOutcome',
    issue: listed.map(({ severity, code, diagnostics, expression }) => ({ severity, code, diagnostics, expression: [expression] })),
  };
}

/** Issues of an entry (`Entry.request`) and of its resource (`Observation.code`), seen from the Bundle that holds it. */
export function within(entry: string, issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => ({
    ...issue,
    expression: issue.expression.replace(/^(?:Observation|Entry)/, (root) => (root === 'Entry' ? entry : `${entry}.resource`)),
  }));
}
