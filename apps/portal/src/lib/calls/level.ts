/** How loud a track is, ten times a second, from 0 to 1. Returns how to stop. */
export function followLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  if (typeof AudioContext === 'undefined') return () => {};
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(levelOf(samples));
  }, everyMs);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
const everyMs = 100;

/** Below this nobody hears anything, and at 0 dB it is distorted. Decibels of full scale. */
const quietest = -60;

/** Loudness as it is heard: from -60 dB (0) to full scale (1). */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, one) => sum + one * one, 0) / Math.max(1, samples.length);
  if (power === 0) return 0;
  return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power)) / quietest));
}
