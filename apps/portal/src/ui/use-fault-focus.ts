import { type RefObject, useEffect } from 'react';

/** Once something is found wrong with a form, the focus goes to the first field that it is about. `faults`: a new object for each try. */
export function useFaultFocus(form: RefObject<HTMLElement | null>, faults: object | null, isFaulty: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try anew, also where the same is wrong.
  useEffect(() => {
    if (isFaulty) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, faults]);
}
