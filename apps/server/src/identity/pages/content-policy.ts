export interface ContentPolicy {
  /** May be shown in a frame of its own origin. */
  readonly framed: boolean;
  /** Origin that sending a form may lead to through redirects, which browsers check as well; null: only its own. */
  readonly formsLeadTo: string | null;
}

/** Content security policy of the identity pages: nothing inline, nothing from elsewhere. */
export function contentPolicy({ framed, formsLeadTo }: ContentPolicy): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action 'self'${formsLeadTo === null ? '' : ` ${formsLeadTo}`}`,
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
  ].join('; ');
}
