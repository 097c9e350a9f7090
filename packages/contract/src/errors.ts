/**
 * Every way in which a call can fail, and its HTTP status: once, here.
 * Services throw `VigilError`; `http/` turns it into `{error: {code, message, fields?}}`; the portal switches on the code.
 */
export const errorStatus = {
  invalid_input: 400,
  invalid_json: 400,
  invalid_body_encoding: 400,
  unauthenticated: 401,
  token_expired: 401,
  device_revoked: 401,
  account_gone: 401,
  forbidden: 403,
  no_access_to_user: 403,
  account_denied: 403,
  account_on_hold: 403,
  not_found: 404,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  locked: 423,
  too_many_requests: 429,
  internal: 500,
  ticks_unavailable: 503,
  database_unavailable: 503,
  storage_full: 507,
} as const;
export type ErrorCode = keyof typeof errorStatus;

/** What every call that takes in readings may answer, whatever their format. */
export const intakeErrors = [
  'invalid_json',
  'invalid_body_encoding',
  'request_timeout',
  'body_too_large',
  'not_found',
  'no_access_to_user',
  'device_revoked',
  'too_many_requests',
  'ticks_unavailable',
  'storage_full',
] as const satisfies readonly ErrorCode[];

export interface FieldError {
  /** Path of the field, as in `ticks.3.timestamp`. */
  readonly field: string;
  readonly message: string;
}

export interface ErrorDetails {
  readonly fields?: readonly FieldError[];
  /** Seconds until a retry makes sense; becomes the Retry-After header. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The one error type. The message is for people: what happened, what is safe, what to do. It never holds patient data. */
export class VigilError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'VigilError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Specified text for a member outside the caller's scope. */
export const noAccessToUser = "You don't have access to this user.";
