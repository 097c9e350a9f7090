import { useQueryClient } from '@tanstack/react-query';
import { alertsBacktests } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** How often a backtest that runs is asked for. Milliseconds. */
const pollMs = 700;

/** A backtest as far as it has come; asked again as long as it runs. */
export const backtestQuery = (backtestId: string) => ({
  ...endpointQuery(alertsBacktests.getBacktest, { params: { backtestId } }, { quiet: true }),
  refetchInterval: ({ state }: { state: { data?: { state: string } | undefined } }) =>
    state.data?.state === 'running' ? pollMs : (false as const),
});

function useKnown() {
  const client = useQueryClient();
  return {
    touches: [],
    quiet: true,
    onSuccess: (backtest: { id: string }) => client.setQueryData(backtestQuery(backtest.id).queryKey, backtest as never),
  } as const;
}

export const useStartBacktest = () => useEndpointMutation(alertsBacktests.startBacktest, useKnown());
export const useCancelBacktest = () => useEndpointMutation(alertsBacktests.cancelBacktest, useKnown());
