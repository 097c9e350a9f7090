/** Waits so long for somebody outside to answer, and throws after that: what they did with it nobody knows then. */
export async function inTime<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No answer in time')), withinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
