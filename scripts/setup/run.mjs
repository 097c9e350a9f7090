import { spawn } from 'node:child_process';

/**
 * Runs a program and shows what it says on standard error, which it answers too. A signal to us goes on to the program,
 * and we end when it has.
 */
export function run(program, args, { cwd, env, onStart }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    let signalled;
    const pass = (signal) => {
      signalled = signal;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    child.stdout.on('data', (chunk) => process.stderr.write(chunk));
    child.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('spawn', () => onStart?.(child.pid));
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve({ code, stderr, signalled });
    });
  });
}
