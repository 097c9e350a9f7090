import { type ErrorCode, errorStatus, VigilError } from '@vigil/contract/errors';

/** What leaves the server when a call fails. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly contentType: string;
}

const internalMessage = 'Something went wrong. Please refresh the page.';

/** Any failure as the one error type. What is not foreseen becomes `internal` with a text that says nothing of its cause. */
export function toVigilError(error: unknown): VigilError {
  if (error instanceof VigilError) return error;
  const code = codeOf(error);
  const fastify = fastifyErrors.get(code);
  if (fastify) return new VigilError(fastify.code, fastify.message, { cause: error });
  // SQLSTATE 22021 and 22P05: PostgreSQL keeps every character but this one.
  if (code === '22021' || code === '22P05')
    return new VigilError('invalid_input', 'A text holds a NUL character, which cannot be stored. Remove it and send this again.', {
      cause: error,
    });
  // Every JSON that comes here was written by us: what PostgreSQL does not read in it is half a character, which has no UTF-8.
  if (code === '22P02' && error instanceof Error && /for type json/.test(error.message))
    return new VigilError('invalid_input', 'A text holds half a character, which cannot be stored. Correct it and send this again.', {
      cause: error,
    });
  if (code === '22008')
    return new VigilError('invalid_input', 'A date lies outside of the calendar that can be stored. Correct it and send this again.', {
      cause: error,
    });
  // PostgreSQL's word for a full disk, and those of the operating system.
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT')
    return new VigilError('storage_full', 'The server has no room left. Nothing was saved.', { retryAfterSeconds: 60, cause: error });
  return new VigilError('internal', internalMessage, { cause: error });
}

/** `outcome` answers as a FHIR OperationOutcome, as that interface demands. */
export function errorAnswer(error: VigilError, form: 'json' | 'outcome'): ErrorAnswer {
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterSeconds)));
  // What is left of the request may still be on its way: nothing further can be read from this connection (RFC 9110, 15.5.9).
  if (error.status === 408) headers.connection = 'close';
  if (error.status === 401) headers['www-authenticate'] = challenge(error.code);
  return form === 'outcome'
    ? { status: error.status, headers, body: outcome(error), contentType: 'application/fhir+json; charset=utf-8' }
    : { status: error.status, headers, body: failure(error), contentType: 'application/json; charset=utf-8' };
}

function failure({ code, message, fields }: VigilError): unknown {
  return { error: { code, message, ...(fields && { fields }) } };
}

/** RFC 6750, section 3. */
function challenge(code: ErrorCode): string {
  const reasons: Partial<Record<ErrorCode, string>> = {
    token_expired: 'The access token expired',
    device_revoked: 'The credentials were revoked',
    account_gone: 'The account no longer exists',
  };
  const reason = reasons[code];
  return reason ? `Bearer realm="vigil", error="invalid_token", error_description="${reason}"` : 'Bearer realm="vigil"';
}

/** HL7 FHIR R4, value set issue-type. */
const issueTypes: Partial<Record<ErrorCode, string>> = {
  invalid_input: 'invalid',
  invalid_json: 'structure',
  invalid_body_encoding: 'structure',
  unauthenticated: 'login',
  token_expired: 'expired',
  device_revoked: 'security',
  account_gone: 'security',
  forbidden: 'forbidden',
  no_access_to_user: 'forbidden',
  account_denied: 'forbidden',
  not_found: 'not-found',
  request_timeout: 'timeout',
  conflict: 'conflict',
  body_too_large: 'too-long',
  unsupported_media_type: 'not-supported',
  too_many_requests: 'throttled',
  ticks_unavailable: 'transient',
  database_unavailable: 'transient',
  storage_full: 'no-store',
};

function outcome({ code, message, fields }: VigilError): unknown {
  const issue = { severity: errorStatus[code] >= 500 ? 'fatal' : 'error', code: issueTypes[code] ?? 'exception' };
  const details = { coding: [{ code }] };
  return {
    resourceType: 'OperationOutcome',
    issue:
      fields && fields.length > 0
        ? fields.map((field) => ({ ...issue, details, diagnostics: field.message, expression: [field.field] }))
        : [{ ...issue, details, diagnostics: message }],
  };
}

const fastifyErrors: ReadonlyMap<string, { readonly code: ErrorCode; readonly message: string }> = new Map([
  ['FST_ERR_CTP_INVALID_JSON_BODY', { code: 'invalid_json', message: 'The body is not valid JSON.' }],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', { code: 'invalid_json', message: 'The body is empty.' }],
  ['FST_ERR_CTP_BODY_TOO_LARGE', { code: 'body_too_large', message: 'The body is larger than this call takes.' }],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    { code: 'invalid_body_encoding', message: 'The body has another length than the content-length header says.' },
  ],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', { code: 'unsupported_media_type', message: 'This call does not take that content type.' }],
  ['FST_ERR_BAD_URL', { code: 'invalid_input', message: 'The address of the call cannot be read.' }],
  ['FST_ERR_MAX_PARAM_LENGTH', { code: 'invalid_input', message: 'The address of the call is too long.' }],
  ['FST_ERR_NOT_FOUND', { code: 'not_found', message: 'There is no such call.' }],
]);

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
