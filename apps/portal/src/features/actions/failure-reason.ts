/** What is to be said of a failure, by its code. */
export function reasonOf(failure: string | null): 'unreachable' | 'conflict' | 'forbidden' | 'on_hold' | 'invalid' | 'other' {
  if (failure === 'unreachable' || failure === 'conflict') return failure;
  if (failure === 'invalid_input') return 'invalid';
  if (failure === 'account_on_hold') return 'on_hold';
  return failure === 'forbidden' || failure === 'no_access_to_user' || failure === 'not_found' ? 'forbidden' : 'other';
}
