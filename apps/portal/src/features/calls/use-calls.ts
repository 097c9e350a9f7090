import { type CallsState, calls, callsState } from '#lib/calls/calls.ts';
import { useStore } from '#lib/store.ts';

/** The calls of this page, and what can be done with them. */
export function useCalls(): CallsState & { readonly act: ReturnType<typeof calls.get> } {
  return { ...useStore(callsState), act: useStore(calls) };
}

/** Whether the person is on a call here, so that another one cannot be made. */
export const isOnCall = ({ own }: CallsState): boolean => own !== null && own.step !== 'over' && own.step !== 'failed';
