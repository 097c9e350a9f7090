/** A call that failed is made again this often until it succeeds, as the page promises. Milliseconds. */
const retryEveryMs = 15_000;

/** Query options of calls whose failure the page shows in place of its charts. */
export const selfHealing = {
  refetchInterval: (query: { readonly state: { readonly status: string } }) => (query.state.status === 'error' ? retryEveryMs : false),
} as const;
