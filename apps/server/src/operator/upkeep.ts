import { dirname, join } from 'node:path';
import { portalFolder } from '#http/portal.ts';
import { sealedLines } from '#platform/audit/anchor/anchor-entry.ts';
import { anchorPath, readAnchorFile } from '#platform/audit/anchor/anchor-file.ts';
import { placeOf } from '#platform/audit/anchor/place.ts';
import { renewAnchor } from '#platform/audit/anchor/renew-anchor.ts';
import { systemClock } from '#platform/clock.ts';
import { explainStartFailure } from '#platform/start-error.ts';
import { readArguments, UsageError } from './arguments.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { demonstrationFinding } from './doctor/demonstration.ts';
import { readKeptAnchors } from './doctor/kept-anchors.ts';
import { examineLinkHosts } from './doctor/link-hosts.ts';
import { examineMail } from './doctor/mail.ts';
import { examineRelay } from './doctor/relay.ts';
import { examineScanner } from './doctor/scanner.ts';
import { examineMachine, examineStores, type Finding } from './doctor.ts';
import { givenPath, isInCheckout } from './given-path.ts';
import { rebuildAll, rollupLagSeconds } from './rebuild.ts';
import { clearUnfinishedRestore, restore } from './restore.ts';
import { atWork, endProgress, say, settings, showProgress } from './workplace.ts';

/** The commands about the whole installation: is it well, keeping it, bringing it back. */
export const upkeepCommands: readonly Command[] = [
  {
    name: 'doctor',
    usage: 'doctor [--anchor <file or line>]',
    summary: 'examine everything, and say how to mend what is wrong',
    async run(argv) {
      const { values } = readArguments(argv, { anchor: { type: 'string' } });
      const keptAnchors = values.anchor === undefined ? [] : await readKeptAnchors(values.anchor);
      const { config } = settings();
      const machine = await examineMachine(config, join(portalFolder, 'dist'));
      const findings = [...machine, await examineMail(config), await examineRelay(config), await examineScanner(config)];
      try {
        findings.push(...(await examineOpened(keptAnchors)));
      } catch (error) {
        findings.push({
          check: 'Stores',
          state: 'broken',
          detail: (explainStartFailure(error, config.dataDir) as Error).message,
          mend: 'Mend what the message names, then run doctor again.',
        });
      }
      for (const finding of findings) sayFinding(finding);
      const broken = findings.filter((finding) => finding.state === 'broken').length;
      const warnings = findings.filter((finding) => finding.state === 'warning').length;
      say(`\n${summaryOf(broken, warnings)}`);
      return broken === 0 ? 0 : 1;
    },
  },
  {
    name: 'backup',
    usage: 'backup [file]',
    summary: 'everything into one file, while the server may run',
    async run(argv) {
      const { words } = readArguments(argv, {}, { min: 0, max: 1 });
      const now = new Date();
      const file = givenPath(words[0] ?? `vigil-backup-${now.toISOString().slice(0, 19).replaceAll(':', '')}.tar.zst`);
      if (words[0] === undefined && isInCheckout(file))
        throw new UsageError(
          `Name a file outside of ${dirname(file)}: this is the folder of the program itself, and a backup holds patient data and secrets.`,
        );
      const manifest = await atWork(({ stores, config }) =>
        backup(stores, {
          dataDir: config.dataDir,
          reserveBytes: config.diskReserveBytes,
          file,
          now,
          onProgress: ({ rows, ticks, ofTicks }) => showProgress(`${rows} rows, ${ticks} of ${ofTicks} ticks`),
        }),
      );
      endProgress();
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      say(`${file}: ${rows} rows and ${manifest.ticks} ticks. It holds patient data and secrets: guard it.`);
      if (isInCheckout(file))
        say('It lies in the folder of the program itself: move it elsewhere, where no upgrade, copy or commit takes it along.');
      return 0;
    },
  },
  {
    name: 'restore',
    usage: 'restore <file> | restore --clear',
    summary: 'a backup into an empty DATA_DIR; or remove what a restore that was cut short has begun',
    async run(argv) {
      const { values, words } = readArguments(argv, { clear: { type: 'boolean' } }, { min: 0, max: 1 });
      if ((words.length === 0) !== (values.clear === true)) throw new UsageError('Name either a file or --clear.');
      const { config, log } = settings();
      if (values.clear) {
        await clearUnfinishedRestore({ config, log });
        say(`Removed what the unfinished restore had begun; ${config.dataDir} is empty.`);
        return 0;
      }
      const manifest = await restore({
        config,
        file: givenPath(words[0] ?? ''),
        log,
        rebuild: (stores) => rebuildAll({ config, log, stores }),
        onProgress: ({ entries, of }) => showProgress(`${entries} of ${of} parts`),
      });
      endProgress();
      say(`Restored the backup of ${manifest.createdAt} into ${config.dataDir}: ${manifest.ticks} ticks.`);
      return 0;
    },
  },
  {
    name: 'audit anchor',
    usage: 'audit anchor [--renew]',
    summary: 'how far the audit log has come, sealed, for keeping elsewhere; --renew accepts the log as it stands',
    async run(argv) {
      const { values } = readArguments(argv, { renew: { type: 'boolean' } });
      await atWork(async ({ stores: { database, secrets }, config: { dataDir, databaseUrl } }) => {
        const key = secrets.auditSeal;
        if (values.renew) await renewAnchor({ database, clock: systemClock, key, dataDir, place: placeOf({ dataDir, databaseUrl }) });
        const anchor = await readAnchorFile(dataDir, key);
        if (anchor === 'changed') throw new Error(`${anchorPath(dataDir)} was changed by somebody without the key. Run vigil doctor.`);
        if (!anchor) throw new Error('There is no anchor yet: the first entry of the audit log begins it.');
        for (const line of sealedLines(key, anchor)) say(line);
      });
      return 0;
    },
  },
];

function summaryOf(broken: number, warnings: number): string {
  const noted = warnings === 1 ? '1 warning' : `${warnings} warnings`;
  if (broken > 0) return `${broken} to mend${warnings > 0 ? `, ${noted}` : ''}.`;
  return warnings > 0 ? `Nothing is broken; ${noted}.` : 'All is well.';
}

const marks = { ok: 'ok     ', warning: 'warning', broken: 'BROKEN ' } as const;

function sayFinding({ check, state, detail, mend }: Finding): void {
  say(`${marks[state]} ${check}: ${detail}`);
  if (mend) say(`        → ${mend}`);
}

function examineOpened(keptAnchors: readonly unknown[]): Promise<Finding[]> {
  return atWork(async ({ stores, config, modules }) => {
    const findings = await examineStores({ stores, config, keptAnchors, rollupLagSeconds: () => rollupLagSeconds(stores) });
    const { demonstrationLeftovers, hosts, issuer } = modules.identity;
    const links = { homes: await hosts.homes(), home: hosts.home, issuer, isRunning: stores.attached };
    return [...findings, demonstrationFinding(config.demo, await demonstrationLeftovers()), ...(await examineLinkHosts(links))];
  });
}
