import { VigilError } from '@vigil/contract/errors';
import { UsageError } from './operator/arguments.ts';
import { commands } from './operator/commands.ts';
import { terminalText } from './operator/terminal-text.ts';
import { StartError } from './platform/start-error.ts';

/** The operator's tool: `npm run -s vigil -- <command> …`. Exit code 0 done, 1 failed, 2 used wrongly. */
async function main(argv: readonly string[]): Promise<number> {
  const name = argv.slice(0, 2).join(' ');
  const command = commands.find((one) => name === one.name || argv[0] === one.name);
  if (!command) {
    const known = commands.map((one) => `  ${one.usage.padEnd(74)} ${one.summary}`).join('\n');
    process.stderr.write(`Usage: npm run -s vigil -- <command>\n\n${known}\n`);
    return argv.length === 0 || argv[0] === 'help' ? 0 : 2;
  }
  try {
    return await command.run(argv.slice(command.name.split(' ').length));
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${terminalText(error.message)}\nUsage: npm run -s vigil -- ${command.usage}\n`);
      return 2;
    }
    const foreseen = error instanceof VigilError || error instanceof StartError || (error instanceof Error && error.constructor === Error);
    process.stderr.write(`${terminalText(foreseen ? (error as Error).message : ((error as Error).stack ?? String(error)))}\n`);
    if (error instanceof VigilError)
      for (const { field, message } of error.fields ?? []) process.stderr.write(`${terminalText(`  ${field}\t${message}`)}\n`);
    return 1;
  }
}

process.exit(await main(process.argv.slice(2)));
