/**
 * Work that is asked for more often than it can be done: it begins at once, and whatever is asked for meanwhile is done once, when it has
 * ended and at least `restMs` have passed since it began. An answer that is on its way is never given up for a newer question.
 */
export function oneAtATime(work: () => Promise<unknown>, restMs: number): { ask(): void; end(): void } {
  let [isAsking, isAskedAgain, hasEnded] = [false, false, false];
  const ask = () => {
    if (hasEnded) return;
    isAskedAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    const rest = new Promise((resolve) => setTimeout(resolve, restMs));
    void Promise.allSettled([work(), rest]).then(() => {
      isAsking = false;
      if (isAskedAgain) ask();
    });
  };
  return {
    ask,
    end() {
      hasEnded = true;
    },
  };
}
